// A bot in another language: node json_bot.js HOST[:PORT] [TABLE]; without a table it makes one.
//
// It speaks no protocol: `gouji client` does, and this program exchanges lines of JSON with it.
// GOUJI names that program if it is not on the path.
"use strict";

const { spawn } = require("node:child_process");
const { createInterface } = require("node:readline");

const [address, table] = process.argv.slice(2);
if (!address) {
  console.error("usage: node json_bot.js HOST[:PORT] [TABLE]");
  process.exit(2);
}
const gouji = spawn(process.env.GOUJI || "gouji", ["client", "--connect", address, "--name", "json"], {
  stdio: ["pipe", "pipe", "inherit"],
});
gouji.on("error", (error) => {
  console.error(`cannot run gouji: ${error.message}`);
  process.exit(1);
});
gouji.on("exit", (code) => process.exit(code ?? 1));

const ask = (request) => gouji.stdin.write(JSON.stringify(request) + "\n");

// Plays the first combo that the rules allow, and else does what comes first.
const choose = (legal) => legal.find((action) => action.startsWith("play ")) ?? legal[0];

// What to do about each type of object; what is not here needs nothing done.
const on = {
  connected() {
    if (table) {
      ask({ do: "join", table });
    } else {
      ask({ do: "create", rules: "online+rounds=1" });
      ask({ do: "add_bots", level: "novice" });
      ask({ do: "start" });
    }
  },
  decision({ table, decision, legal }) {
    ask({ do: "act", table, decision, action: choose(legal) });
  },
  state({ phase, places, total }) {
    if (phase === "game_over") {
      console.log("places by seat:", ...[0, 1, 2, 3, 4, 5].map((seat) => places[seat]));
      console.log("total:", ...total);
      ask({ do: "bye" });
    }
  },
  refused({ clause, code }) {
    console.error(`the rules say no: ${code} (${clause})`);
  },
  failed({ do: what, code }) {
    console.error(`cannot ${what}: ${code}`);
    ask({ do: "bye" });
  },
};

createInterface({ input: gouji.stdout, crlfDelay: Infinity }).on("line", (line) => {
  const told = JSON.parse(line);
  on[told.type]?.(told);
});
