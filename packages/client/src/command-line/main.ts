#!/usr/bin/env node
// The command line of this package, for operators: signs them in by a code, so that they never paste a token.
import { call, login, logout, Refusal, token } from "./commands.js";
import { ownFile } from "./signed-in.js";

const HELP = `atrium login [address]            sign in as an operator, by a code that you type in a browser
atrium call METHOD PATH [JSON]     call the operator API, such as: atrium call GET /api/v1/operator/tenants
atrium token                       print an access token, for a tool of yours: a bearer for a few minutes
atrium logout                      end the sign-in, at the service too

The address is that of the service, https://id.example, or ATRIUM_URL.`;

const place = {
  keeping: ownFile(process.env),
  print: (text: string) => void process.stdout.write(`${text}\n`),
  tell: (text: string) => void process.stderr.write(`${text}\n`),
};

async function main([command, ...words]: string[]): Promise<void> {
  const [first, second, third] = words;
  if (command === "login") {
    const address = first ?? process.env.ATRIUM_URL;
    if (!address) throw new Refusal("Name the service: atrium login https://id.example");
    return login(place, address);
  }
  if (command === "logout") return logout(place);
  if (command === "token") return token(place);
  if (command === "call" && first && second)
    return call(place, { method: first, path: second, body: third });
  if (command === undefined || ["help", "--help", "-h"].includes(command)) return place.print(HELP);
  throw new Refusal(HELP);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  place.tell(
    error instanceof Refusal || error instanceof TypeError ? error.message : String(error),
  );
  process.exitCode = 1;
});
