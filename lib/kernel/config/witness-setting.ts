import { createHash } from "node:crypto";
import { z } from "zod";

/** A witness, which cosigns the audit logs of all tenants (C2SP tlog-witness). */
export interface WitnessSetting {
  /** Its name and key, in the form of a published verifier: `name+id+base64`. */
  verifier: string;
  /** Base address for checkpoints, without a slash at the end: `/add-checkpoint` follows. */
  url: string;
}

/** Each log that grew costs one request to each of them. */
const MOST_WITNESSES = 10;
/** An Ed25519 key that signs a checkpoint with a time (C2SP tlog-cosignature). */
const COSIGNATURE = 4;

/** Pairs of a verifier and an address, separated by commas. */
export const auditWitnesses = z.string().transform((list, context) => {
  const found: WitnessSetting[] = [];
  const entries = list.split(",").map((entry) => entry.trim());
  for (const entry of entries.filter(Boolean)) {
    const [verifier = "", url = "", ...rest] = entry.split(/\s+/);
    const problem =
      rest.length > 0 || !url
        ? "is no verifier and an address, with a space between (name+id+key https://witness.example.com)"
        : (verifierProblem(verifier) ?? addressProblem(url));
    if (problem) context.addIssue(`holds ${JSON.stringify(shown(entry))}, which ${problem}`);
    else found.push({ verifier, url: url.replace(/\/+$/, "") });
  }
  const names = found.map(({ verifier }) => verifier.split("+")[0]);
  if (found.length > MOST_WITNESSES)
    context.addIssue(`names ${found.length} witnesses: ${MOST_WITNESSES} are the most`);
  else if (new Set(names).size < names.length) context.addIssue("names one witness twice");
  return found;
});

/** Returns why a text is no verifier of a witness (C2SP signed-note), or null. */
function verifierProblem(verifier: string): string | null {
  const match = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/.exec(verifier);
  if (!match) return "has no verifier: name+id+base64, as the witness's operator hands it on";
  const [, name = "", id = "", encoded = ""] = match;
  const key = Buffer.from(encoded, "base64");
  if (key.length !== 33 || key[0] !== COSIGNATURE)
    return "has a key of another kind: a witness signs with cosignature/v1 (Ed25519, type 4)";
  const hash = createHash("sha256").update(`${name}\n`).update(key).digest("hex");
  return hash.startsWith(id) ? null : "has an id that is not its key's: a character is wrong";
}

function addressProblem(url: string): string | null {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    return "has no address of a witness: https://witness.example.com, or http:// inside your network";
  const { search, hash, username } = new URL(url);
  return search || hash || username ? "has more than a path in its address" : null;
}

/** An address may hold a password by mistake. */
function shown(entry: string): string {
  return entry.replace(/\/\/[^@\s/]*@/g, "//…@").slice(0, 200);
}
