import { type Command, InvalidArgumentError, Option } from "commander";
import type { Sink } from "../follow/sink";
import { withService } from "./service";
import { addLogOptions, logOf, type WhoseLog } from "./whose-log";

interface FollowOptions extends WhoseLog {
  kind?: string;
  to: Target;
  after?: number;
  once?: boolean;
  every: number;
  endpoint?: string;
  region: string;
}

/** Destination of followed events. */
type Target =
  | { type: "stdout" }
  | { type: "file"; path: string }
  | { type: "s3"; bucket: string; prefix: string };

/** `atrium audit follow`: copies events to a destination as they happen, in the log's order.
 *  @param audit the parent command */
export function addAuditFollow(audit: Command): void {
  addLogOptions(audit.command("follow"))
    .option("--environment <key>", "one environment instead of all")
    .option("--kind <kind>", "one kind of event, or user.* for all of a noun")
    .requiredOption(
      "--to <place>",
      "stdout, file:/path/to/events.ndjson or s3://bucket/prefix/",
      targetOf,
    )
    .option("--after <sequence>", "go on after this event; for stdout alone", sequenceOf)
    .option("--once", "end where the log ends instead of waiting for more")
    .addOption(
      new Option("--every <seconds>", "how long events wait for more before a bucket gets them")
        .argParser(secondsOf)
        .default(60),
    )
    .option("--endpoint <url>", "address of an object store that is not Amazon's", addressOfStore)
    .addOption(
      new Option("--region <name>", "region of the object store")
        .env("AWS_REGION")
        .default("us-east-1"),
    )
    .description(
      "Write what happens to a file, a bucket or stdout as it comes, from where it stopped; each event once, in the log's order",
    )
    .action((options: FollowOptions) => withService(() => follow(options)));
}

async function follow(options: FollowOptions): Promise<void> {
  const { followLog } = await import("@/lib/features/audit-log/log/follow-log");
  const { auditRecord } = await import("@/lib/core/audit/audit-json-lines");
  const { kind, once = false } = options;
  const { scope, publicId } = await logOf(options);
  const ending = new AbortController();
  const end = () => ending.abort();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, end);
  const sink = await sinkOf(options);
  const { tenantId, environmentId } = scope;
  const filter = { environmentId, kinds: kind ? [kind] : null };
  const every = options.to.type === "s3" ? options.every * 1_000 : 0;
  const writing = writingTo(sink, every, end);
  try {
    const slices = followLog(
      { tenantId, environmentId: environmentId ?? "" },
      filter,
      sink.position,
      { signal: ending.signal, once },
    );
    for await (const { events } of slices) {
      if (events.length === 0) continue;
      const lines = events.map(
        (event) =>
          `${JSON.stringify({ sequence: event.position, ...auditRecord(event, publicId) })}\n`,
      );
      if (!(await writing.write(events, lines))) break;
    }
    await writing.end();
  } finally {
    await sink.close();
  }
}

/** Writes events one after the other, and flushes those that have waited long enough.
 *  @param everyMs how long events may wait for more, in milliseconds; 0 for not at all
 *  @param failed called when a flush fails meanwhile; `end` throws its error */
function writingTo(sink: Sink, everyMs: number, failed: () => void) {
  let last: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let failure: unknown;
  const flushSoon = async () => {
    if (everyMs === 0) return sink.flush();
    timer ??= setTimeout(() => {
      timer = undefined;
      last = last.then(sink.flush).catch((error: unknown) => {
        failure = error;
        failed();
      });
    }, everyMs);
  };
  return {
    write(...[events, lines]: Parameters<Sink["write"]>): Promise<boolean> {
      const done = last.then(() => sink.write(events, lines));
      last = done.then(flushSoon);
      return last.then(() => done);
    },
    async end(): Promise<void> {
      clearTimeout(timer);
      await last;
      if (failure) throw failure;
      await sink.flush();
    },
  };
}

async function sinkOf(options: FollowOptions): Promise<Sink> {
  const { to, after = -1 } = options;
  if (to.type === "stdout") return (await import("../follow/stdout-sink")).stdoutSink(after);
  if (options.after !== undefined)
    throw new Error("--after is for stdout: a file and a bucket say themselves where to go on.");
  if (to.type === "file") return (await import("../follow/file-sink")).fileSink(to.path);
  const { s3Bucket } = await import("../follow/bucket");
  const { s3Sink } = await import("../follow/s3-sink");
  const { storeCredentials } = await import("@/lib/kernel/config/store-credentials");
  const { endpoint = null, region } = options;
  return s3Sink(
    s3Bucket({ ...storeCredentials(), bucket: to.bucket, endpoint, region }),
    to.prefix,
  );
}

function targetOf(text: string): Target {
  if (text === "stdout") return { type: "stdout" };
  if (/^file:./.test(text)) return { type: "file", path: text.slice("file:".length) };
  const [, bucket, prefix = ""] = /^s3:\/\/([a-z0-9.-]{3,63})(?:\/(.*))?$/.exec(text) ?? [];
  if (bucket) return { type: "s3", bucket, prefix };
  throw new InvalidArgumentError("Say stdout, file:/path/to/events.ndjson or s3://bucket/prefix/.");
}

function sequenceOf(text: string): number {
  if (!/^(0|[1-9]\d{0,14})$/.test(text))
    throw new InvalidArgumentError("Say the sequence of an event: a whole number from 0 on.");
  return Number(text);
}

function secondsOf(text: string): number {
  if (!/^\d{1,4}$/.test(text) || Number(text) < 1)
    throw new InvalidArgumentError("Say a number of seconds from 1 to 9999.");
  return Number(text);
}

function addressOfStore(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError("Say an address: https://store.example");
  return url.origin + url.pathname.replace(/\/+$/, "");
}
