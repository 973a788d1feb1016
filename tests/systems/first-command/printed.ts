// Tries the output of a start, which comes on standard input: the pasted commands word for word, the sign-in
// page and the dashboard.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { text } from "node:stream/consumers";
import { FormBrowser } from "../../support/form-browser";

const printed = await text(process.stdin);

/** Returns the commands below a sentence, up to the next empty line. */
function paste(sentence: string): string {
  const [, after] = printed.split(`  ${sentence}\n\n`);
  assert(after, `The start does not say: ${sentence}`);
  return after.split("\n\n", 1)[0] ?? "";
}

function pasted(sentence: string): Record<string, unknown> {
  return JSON.parse(execFileSync("bash", ["--norc", "-c", paste(sentence)], { encoding: "utf8" }));
}

function addressOf(label: string): string {
  const line = printed.split("\n").find((one) => one.startsWith(`  ${label.padEnd(24)} `));
  assert(line, `The start has no address of: ${label}`);
  return line.slice(27).split(" ", 1)[0] ?? "";
}

const [, email = "", password = ""] =
  /Sign in with (\S+) and the password (\S+)/.exec(printed) ?? [];

const { users } = pasted("Try the API:") as { users: { email: string }[] };
assert(
  users.some((user) => user.email === email),
  "the first paste lists the demo's user",
);
console.log(`  the first paste lists ${users.length} users`);

const { access_token: token, expires_in: seconds } = pasted(
  "Sign a user in from your own backend:",
);
assert.match(String(token), /^[\w-]+\.[\w-]+\.[\w-]+$/);
assert.equal(seconds, 300);
console.log("  the second paste is a whole login");

const seen = await codes();
const browser = new FormBrowser();
await browser.open(addressOf("Hosted login"));
await browser.submit({ email, password });
const code = await newCode(seen);
await browser.submit({ code });
console.log(`  the demo's sign-in page signs in: ${browser.heading}`);
assert.notEqual(browser.heading, "Sign in");

const [, owner = "", ownersPassword = ""] =
  /^ {2}Dashboard .* \((\S+), password (\S+)\)$/m.exec(printed) ?? [];
const before = await codes();
const administrator = new FormBrowser();
await administrator.open(addressOf("Dashboard"));
await administrator.submit({ return: "/dashboard" });
await administrator.submit({ email: owner, password: ownersPassword });
const end = await administrator.submit({ code: await newCode(before) });
console.log(`  the dashboard's sign-in ends at ${new URL(end).pathname}: ${administrator.heading}`);
assert.match(new URL(end).pathname, /^\/dashboard(?!\/sign-in)/);

async function codes(): Promise<string[]> {
  const { messages } = (await (
    await fetch(`${addressOf("Development mailbox")}/messages.json`)
  ).json()) as { messages: { id: string; subject: string }[] };
  return messages.map(({ id, subject }) => `${id} ${subject}`);
}

/** Returns the code of a new message. */
async function newCode(before: string[]): Promise<string> {
  for (let left = 100; left > 0; left -= 1) {
    const message = (await codes()).find((one) => !before.includes(one));
    const found = message && /\b(\d{6})\b/.exec(message.slice(message.indexOf(" ")));
    if (found?.[1]) return found[1];
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("No code was mailed");
}
