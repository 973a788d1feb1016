import type { Finding, Range } from "@/lib/features/audit-log/verify/finding";
import { inWords, unprovedInWords } from "@/lib/features/audit-log/verify/finding-in-words";
import type { Verified } from "@/lib/features/audit-log/verify/verified";
import type { Continuation } from "@/lib/features/audit-log/verify/verify-continuation";
import { type CommandOutput, formatLines } from "./shown";

/** Limits of ranges and findings that are shown one by one. */
const MOST_RANGES = 10;
const MOST_FINDINGS = 50;

/** Shows the result of a verification. */
export function verifiedShown(verified: Verified): CommandOutput {
  const { origin, size, findings, notProved } = verified;
  const signed = `${number(verified.events)} events of ${origin} are as they were signed`;
  const unproved = notProved.map((one) => `  ${unprovedInWords[one]}`);
  const head =
    findings.length > 0
      ? [failed(findings, origin), ...(unproved.length > 0 ? ["not proved:", ...unproved] : [])]
      : unproved.length > 0
        ? [`NOT proved whole: ${signed}, but`, ...unproved]
        : [`verified: ${signed}`];
  const rest = size > 0 ? `\n\n${formatLines(figures(verified))}` : "";
  return { json: verifiedJson(verified), text: `${head.join("\n")}${rest}` };
}

/** Shows whether one checkpoint continues another one. */
export function continuationShown({ older, newer, findings }: Continuation): CommandOutput {
  const sizes = `${number(older.size)} and ${number(newer.size)} events`;
  const text =
    findings.length === 0
      ? `verified: the newer checkpoint continues the older one (${older.origin}, ${sizes})`
      : failed(findings, older.origin);
  const json = {
    verified: findings.length === 0,
    origin: older.origin,
    older: { size: older.size, signed_by: older.signedBy },
    newer: { size: newer.size, signed_by: newer.signedBy },
    findings: findings.map(findingJson),
  };
  return { json, text };
}

function failed(findings: readonly Finding[], origin: string): string {
  const findingLines = findings.slice(0, MOST_FINDINGS).map((finding) => `  ${inWords(finding)}`);
  const more = findings.length - findingLines.length;
  if (more > 0) findingLines.push(`  and ${number(more)} more: --json has them`);
  const count = findings.length === 1 ? "1 finding" : `${number(findings.length)} findings`;
  return `NOT as it was signed: ${origin || "the log"}, ${count}\n${findingLines.join("\n")}`;
}

function figures(verified: Verified): [string, string][] {
  const { size, signedBy, cosigned, continues, earliest, latest, keptSince } = verified;
  const { erased, left, unopened, waiting, late = 0 } = verified;
  const lines: [string, string][] = [
    ["up to position", `${number(size - 1)}${latest ? `, of ${latest.toISOString()}` : ""}`],
    ["signed by", signedBy],
  ];
  for (const { witness, at, size: seen } of cosigned)
    lines.push(["cosigned by", `${witness}, ${number(seen)} events, at ${at.toISOString()}`]);
  if (continues.length > 0)
    lines.push(["goes on from", `kept checkpoints of ${continues.map(number).join(", ")} events`]);
  if (unopened > 0)
    lines.push(["not told", `${number(unopened)} events, whose entries are in the log`]);
  lines.push(["erased in part", counted(erased)]);
  const since = keptSince ? `; those from ${keptSince.toISOString()} on had to be there` : "";
  const first =
    left.count > 0 && earliest ? `; the first there is of ${earliest.toISOString()}` : "";
  lines.push(["left", `${counted(left)}${first}${since}`]);
  if (waiting !== null) {
    const which = late > 0 ? `, ${number(late)} of them late` : "";
    lines.push(["waiting", `${number(waiting)} events are in no log yet${which}`]);
  }
  return lines;
}

function counted({ count, ranges }: { count: number; ranges: readonly Range[] }): string {
  if (count === 0) return "no event";
  const positions = ranges
    .slice(0, MOST_RANGES)
    .map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`));
  const more = ranges.length > MOST_RANGES ? ", …" : "";
  return `${number(count)} events (positions ${positions.join(", ")}${more})`;
}

function verifiedJson(verified: Verified) {
  const { origin, size, root, signedBy, cosigned, earliest, latest, keptSince, findings } =
    verified;
  const { events, unopened, erased, left, waiting, late, continues, notProved } = verified;
  return {
    verified: findings.length === 0 && notProved.length === 0,
    not_proved: notProved.map((what) => ({ what, message: unprovedInWords[what] })),
    ...{ origin, size, root: Buffer.from(root).toString("base64"), signed_by: signedBy, cosigned },
    ...{ events, not_told: unopened, earliest, latest, erased, left, kept_since: keptSince },
    ...{
      waiting,
      ...(late === undefined ? {} : { late }),
      continues,
      findings: findings.map(findingJson),
    },
  };
}

function findingJson(finding: Finding) {
  return { ...finding, message: inWords(finding) };
}

const number = (value: number) => value.toLocaleString("en");
