import { stat } from "node:fs/promises";
import { type Command, InvalidArgumentError } from "commander";
import type { NoteVerifier } from "@/lib/features/audit-log/log/signed-note";
import { CannotVerify } from "@/lib/features/audit-log/verify/verified";
import { auditToken, HttpLog, TOKEN_VARIABLE } from "../audit/http-log";
import { exportLines, readInputFiles, readNote, readVerifiers } from "../audit/input-files";
import { parseMoment } from "./argument";
import { explain } from "./explain";
import { progressBar } from "./progress-bar";
import { withService } from "./service";
import { type CommandOutput, wantsJson } from "./shown";
import { continuationShown, verifiedShown } from "./verified-shown";
import { addLogOptions, namedTenant, type WhoseLog } from "./whose-log";

interface Options extends WhoseLog {
  url?: URL;
  tokenFile?: string;
  key?: string[];
  witness?: string[];
  checkpoint?: string[];
  keptSince?: Date;
}

/** Keys and checkpoints that the options name, once they are read. */
interface Trust {
  keys: NoteVerifier[];
  witnesses: NoteVerifier[];
  kept: string[];
}

type Progress = (share: number) => void;

const collect = <T>(value: T, before: T[] = []) => [...before, value];

const help = `
What is verified:
  --tenant or --platform      the log of this installation, as its database has it
  --url                       the log of a running service, with a token in ${TOKEN_VARIABLE} or --token-file
  an export                   what \`audit export --with-proof\` wrote; nobody is asked
  two checkpoints, old, new   whether the new one continues the old one, by --tenant, --url or an export

Exit code 0: as it was signed. 1: it is not; each finding is a sentence. 2: it could not be verified.
3: nothing is wrong, but an export says more than anything proves, which the answer names.

Examples:
  $ atrium audit verify --tenant atr_… --checkpoint 2026-11-19.checkpoint
  $ atrium audit verify acme.jsonl --key "$(cat acme.key)" --checkpoint 2026-11-19.checkpoint
  $ atrium audit verify --url https://id.example --token-file token --key acme.key
  $ atrium audit verify 2026-11-19.checkpoint 2026-11-26.checkpoint --url https://id.example --key acme.key`;

/** `atrium audit verify`. */
export function addAuditVerify(audit: Command): void {
  addLogOptions(audit.command("verify"))
    .argument("[files...]", "an export, or checkpoints that somebody kept")
    .option("--url <address>", "a running service, by its address", addressOf)
    .option("--token-file <file>", "a machine token with all five scopes that read")
    .option(
      "--key <verifier>",
      "a key of the log, or a file of them; several may be given. With --tenant, the service's own without it",
      collect<string>,
    )
    .option(
      "--witness <verifier>",
      "a witness that must have cosigned; several may be given",
      collect<string>,
    )
    .option(
      "--checkpoint <file>",
      "a checkpoint that somebody kept, and that the log must go on from; several may be given",
      collect<string>,
    )
    .option(
      "--kept-since <time>",
      "events from this moment on must be there, whatever an export says of retention",
      parseMoment,
    )
    .description("Verify a log, and say which events were changed, dropped, inserted or reordered")
    .addHelpText("after", help)
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
    .action(verify);
}

function addressOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.search) return url;
  throw new InvalidArgumentError("Say the service's address: https://id.example.");
}

async function verify(files: string[], options: Options, command: Command): Promise<void> {
  const bar = progressBar(process.stderr);
  try {
    const progress: Progress = (share) => bar.show("Verifying", share);
    const { shown, exitCode } = await verifyInput(files, options, progress);
    bar.end();
    console.log(wantsJson(command) ? JSON.stringify(shown.json, null, 2) : shown.text);
    process.exitCode = exitCode;
  } catch (error) {
    bar.end();
    process.exitCode = 2;
    throw new CannotVerify(explain(error).message, { cause: error });
  }
}

interface Outcome {
  shown: CommandOutput;
  exitCode: number;
}

async function verifyInput(
  files: string[],
  options: Options,
  progress: Progress,
): Promise<Outcome> {
  const { exported, notes } = await readInputFiles(files);
  const sources = [options.tenant ?? options.platform, options.url, exported];
  if (sources.filter(Boolean).length !== 1)
    throw new CannotVerify(
      "Say what to verify: --tenant atr_…, --platform, --url https://…, or an export; and only one of them.",
    );
  const trust = await trustOf(options);
  const [older, newer] = notes;
  if (older && newer && !exported) return continuation([older, newer], trust, options);
  if (older && !exported)
    throw new CannotVerify("Give two checkpoints, the older one first, or one by --checkpoint.");
  trust.kept.push(...notes);
  const result = await (exported
    ? ofExport(exported, trust, options, progress)
    : options.url
      ? ofService(trust, options, progress)
      : ofDatabase(trust, options, progress));
  const { findings, notProved } = result;
  const exitCode = findings.length > 0 ? 1 : notProved.length > 0 ? 3 : 0;
  return { shown: verifiedShown(result), exitCode };
}

async function trustOf({ tenant, platform, ...options }: Options): Promise<Trust> {
  const keys = (await Promise.all((options.key ?? []).map(readVerifiers))).flat();
  const witnesses = (await Promise.all((options.witness ?? []).map(readVerifiers))).flat();
  if (witnesses.some(({ kind }) => kind !== "cosignature"))
    throw new CannotVerify("A key of --witness is none that cosigns.");
  if (keys.length === 0 && !(tenant ?? platform))
    throw new CannotVerify(
      "Say by which key: --key <verifier>. `audit keys` of the installation prints it; get it from whom you trust.",
    );
  return { keys, witnesses, kept: await Promise.all((options.checkpoint ?? []).map(readNote)) };
}

async function ofExport(file: string, trust: Trust, options: Options, progress: Progress) {
  const { verifyExport } = await import("@/lib/features/audit-log/verify/verify-export");
  const { size } = await stat(file);
  const lines = exportLines(file, (read) => progress(read / size));
  return verifyExport(lines, { ...trust, keptSince: options.keptSince ?? null });
}

async function ofService(trust: Trust, options: Options, progress: Progress) {
  const { verifyServedLog } = await import("@/lib/features/audit-log/verify/verify-served-log");
  const input = { ...trust, keptSince: options.keptSince ?? null };
  return verifyServedLog(serviceOf(options), input, progress);
}

function ofDatabase(trust: Trust, options: Options, progress: Progress) {
  return withService(async () => {
    const { verifyStoredLog } = await import("@/lib/features/audit-log/verify/verify-stored-log");
    const input = { ...trust, keys: trust.keys.length > 0 ? trust.keys : null };
    return verifyStoredLog(await namedTenant(options), input, progress);
  });
}

async function continuation(
  notes: readonly [older: string, newer: string],
  { keys }: Trust,
  options: Options,
): Promise<Outcome> {
  const { verifyContinuation, servedProver } = await import(
    "@/lib/features/audit-log/verify/verify-continuation"
  );
  const result = options.url
    ? await verifyContinuation(notes, keys, servedProver(serviceOf(options), keys))
    : await withService(async () => {
        const { readLogVerifiers, storedProver } = await import(
          "@/lib/features/audit-log/verify/stored-checkpoint"
        );
        const tenant = await namedTenant(options);
        const own = keys.length > 0 ? keys : await readLogVerifiers(tenant);
        return verifyContinuation(notes, own, storedProver(tenant));
      });
  return { shown: continuationShown(result), exitCode: result.findings.length === 0 ? 0 : 1 };
}

function serviceOf({ url, tokenFile }: Options): HttpLog {
  return new HttpLog(url as URL, () => auditToken(tokenFile));
}
