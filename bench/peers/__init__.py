"""The other sides: small programs that do what is compared, without anything of Gouji."""
