import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { ignoredForwarders } from "@/lib/core/platform/ignored-forwarders";
import { VERSION } from "@/lib/kernel/process/version";
import { requestPage } from "./ask-server";
import { StartError } from "./steps";

const PATIENCE_MS = 90_000;
/** Deadline of one answer. */
const ANSWER_MS = 10_000;

/** Waits until the service is ready, or `gone` resolves. */
export async function waitUntilReady(
  port: number,
  host: string | undefined,
  gone: Promise<void>,
): Promise<void> {
  let ended = false;
  gone.then(() => {
    ended = true;
  });
  let last = "no answer";
  for (const startedAt = Date.now(); Date.now() - startedAt < PATIENCE_MS; await sleep(50)) {
    if (ended)
      throw new StartError("The web application ended while starting; its words are above.");
    try {
      const { status, text } = await requestPage("/readyz", { port, host, patienceMs: ANSWER_MS });
      if (status === 200) return;
      last = `${status} ${text}`;
    } catch {
      // Not listening yet.
    }
  }
  throw new StartError(`The service did not become ready in ${PATIENCE_MS / 1000} s: ${last}`);
}

/** The seed's output for the person who started it. */
type Demo = {
  base_url?: string;
  addresses?: { label: string; url: string; note?: string }[];
  email?: string;
  password?: string;
  operator?: { email: string; link: string | null };
  curl?: string;
  login?: string;
};

export const DEMO_FILE = process.env.ATRIUM_DEMO_FILE || ".atrium/demo.json";

/** Reads the demo that the seed wrote, at the address of this run: the port may have changed since. */
function readDemo(baseUrl: string): Demo {
  if (!existsSync(DEMO_FILE)) return {};
  const text = readFileSync(DEMO_FILE, "utf8");
  const demo: Demo = JSON.parse(text);
  return demo.base_url ? JSON.parse(text.replaceAll(demo.base_url, baseUrl)) : demo;
}

/** Returns the lines about the demo. An error of the demo is printed and prevents no start. */
function shownDemo(baseUrl: string, first: boolean): string[] {
  try {
    return demoLines(readDemo(baseUrl), baseUrl, first);
  } catch {
    return [
      `  ${DEMO_FILE} can't be read, which has the demo's secrets. Put it back from a copy; Atrium runs without it.`,
      "",
    ];
  }
}

/** Facts about this start, for `welcome`. */
export interface Started {
  baseUrl: string;
  /** False in production, which has no demo, even where the folder contains one. */
  local: boolean;
  /** Whether the demo was made just now: its operator's link works once, so it is shown once. */
  first: boolean;
  /** Whether the platform has an operator. */
  operated: boolean;
  /** Peers whose X-Forwarded-For was ignored in the last week. */
  ignored: string[];
  /** Shell command that runs the command line. */
  command: string;
}

/** Returns the lines that explain the next steps. */
export function welcome({ baseUrl, local, first, operated, ignored, command }: Started): string[] {
  return [
    "",
    `Atrium ${VERSION} is ready at ${baseUrl}`,
    "",
    ...(local ? shownDemo(baseUrl, first) : []),
    ...(local || operated
      ? []
      : [
          "  Nobody runs the platform yet. Invite the first operator; the command prints a link for them:",
          "",
          `    ${command} operator invite you@example.com`,
          "",
        ]),
    ...(ignored.length > 0 ? [`  ${ignoredForwarders(ignored)}`, ""] : []),
    "Ctrl-C stops everything; the data is kept.",
    "",
  ];
}

function demoLines(demo: Demo, baseUrl: string, first: boolean): string[] {
  const addresses = demo.addresses ?? [{ label: "Atrium", url: baseUrl }];
  const shown = addresses.map(
    ({ label, url, note }: NonNullable<Demo["addresses"]>[number]) =>
      `  ${label.padEnd(24)} ${url}${note ? `  (${note})` : ""}`,
  );
  const { operator } = demo;
  return [
    ...shown,
    ...(demo.email
      ? ["", `  Sign in with ${demo.email} and the password ${demo.password ?? ""}`]
      : []),
    ...(first && operator?.link
      ? [
          "",
          "  Run the platform (tenants, defaults, limits): open this once, within seven days, and choose a",
          `  password for ${operator.email}`,
          "",
          `  ${operator.link}`,
        ]
      : []),
    ...(demo.curl ? ["", "  Try the API:", "", demo.curl] : []),
    ...(demo.login ? ["", "  Sign a user in from your own backend:", "", demo.login] : []),
    ...(demo.curl ? ["", `  Every address, id and secret of the demo is in ${DEMO_FILE}.`] : []),
    "",
  ];
}
