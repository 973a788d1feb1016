import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { defaultFixtures } from "./default-fixtures";
import { checkedFixtures, type Fixtures, readFixtures, StartError } from "./fixtures";

export const HELP = `Usage: atrium dev [options]

Starts the service as a dependency of tests: on a free port, with a PostgreSQL of its own that is gone afterwards, with
known data, and with a clock that can be moved. docs/TESTING.md tells what it answers below /dev.

  --port <number>      listen on this port; a free one when left out
  --fixtures <file>    load this file in place of the built-in fixtures
  --schema             print the JSON Schema of such a file, and end
  --seed <text>        what ids and secrets follow from (default: atrium)
  --addresses <file>   write the addresses here as well (default: .atrium/dev.json)
  --ends-with-stdin    end when standard input ends, as it does with whoever started this
  --help               print this

The first line on standard output is one JSON object: every address, id and secret that a test needs.`;

/** Options of a start. */
export interface DevOptions {
  /** 0 stands for a free port. */
  port: number;
  fixtures: Fixtures;
  seed: string;
  /** Absolute path of the file for the addresses. */
  addresses: string;
  endsWithStdin: boolean;
  only: "help" | "schema" | null;
}

/** Reads the options of a start.
 *  @param from the folder that file names are relative to
 *  @throws StartError */
export function readDevOptions(args: string[], from: string): DevOptions {
  const { values } = parsed(args);
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new StartError(`--port ${values.port}: must be a number from 0 to 65535`);
  const only = values.help ? "help" : values.schema ? "schema" : null;
  return {
    port,
    fixtures:
      values.fixtures === undefined || only
        ? checkedFixtures(defaultFixtures, "the built-in fixtures")
        : readFixtures(resolve(from, values.fixtures)),
    seed: values.seed,
    addresses: resolve(from, values.addresses),
    endsWithStdin: values["ends-with-stdin"],
    only,
  };
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        port: { type: "string", default: "0" },
        fixtures: { type: "string" },
        schema: { type: "boolean", default: false },
        seed: { type: "string", default: "atrium" },
        addresses: { type: "string", default: ".atrium/dev.json" },
        "ends-with-stdin": { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : error}\n\n${HELP}`);
  }
}

/** Refuses to start where a production is configured: this service has a movable clock and known secrets.
 *  @throws StartError */
export function refuseProduction(env: Record<string, string | undefined>): void {
  if (env.ATRIUM_MODE && env.ATRIUM_MODE !== "local")
    throw new StartError(
      `atrium dev is for tests, and ATRIUM_MODE is ${env.ATRIUM_MODE}: it does not start beside a production's settings.`,
    );
}
