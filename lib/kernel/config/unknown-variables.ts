import { settingNames } from "@/lib/kernel/config/environment-schema";

type Environment = Record<string, string | undefined>;

const known = new Set(settingNames);

/** Variables with our prefix that are no settings of the service: of its tests, its demo, and the
 *  examples. */
const beside =
  /^ATRIUM_((POSTGRES|TEST|DEMO|E2E|BENCH)_\w+|SCREENSHOTS|(CLIENT|TENANT)_(ID|SECRET)|APP_ID)$/;

/** Variables that Kubernetes sets in every container for a service named `atrium…`. */
const ofKubernetes =
  /_(SERVICE_(HOST|PORT(_\w+)?)|PORT(_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)$/;

/** Most letters by which a misspelling differs, and the most as a share of a name. */
const SLIP = 3;
const SLIP_SHARE = 1 / 3;

/** A variable with our prefix that is no setting, with the setting whose name is nearest. */
export interface UnknownVariable {
  name: string;
  nearest: string;
  /** Whether the names are so similar that the variable is a misspelling of the setting. */
  misspelt: boolean;
}

/** Every `ATRIUM_…` of an environment that is no setting. */
export function unknownVariables(env: Environment): UnknownVariable[] {
  const names = Object.keys(env).filter(
    (name) => name.startsWith("ATRIUM_") && !known.has(name) && !beside.test(name),
  );
  return names.filter((name) => !isOfKubernetes(name, env[name])).map(nearestTo);
}

/** Returns a line for each misspelt setting: the service would otherwise run with the default that the
 *  operator meant to change. */
export function misspelt(env: Environment): string[] {
  return unknownVariables(env)
    .filter((variable) => variable.misspelt)
    .map(({ name, nearest }) => `${name} is not a setting. Did you mean ${nearest}?`);
}

/** Whether Kubernetes set the variable: its values are addresses, or a port number. ATRIUM_PORT may also be a
 *  misspelling of PORT. */
function isOfKubernetes(name: string, value = ""): boolean {
  if (name === "ATRIUM_PORT") return value.includes("://");
  return ofKubernetes.test(name) && /:\/\/|^[\d.:a-f]+$|^(tcp|udp|sctp)$/i.test(value);
}

function nearestTo(name: string): UnknownVariable {
  const bare = name.replace(/^ATRIUM_/, "");
  // DATABASE_URL and PORT have no prefix, so that adding one is a likely mistake.
  if (known.has(bare)) return { name, nearest: bare, misspelt: true };
  const ranked = settingNames
    .map((setting) => ({ setting, steps: distance(name, setting) }))
    .sort((one, other) => one.steps - other.steps);
  const { setting = "", steps = Infinity } = ranked[0] ?? {};
  return { name, nearest: setting, misspelt: steps <= Math.min(SLIP, bare.length * SLIP_SHARE) };
}

/** Number of letters to add, leave out, change or swap with the next one to turn one word into the other. */
function distance(one: string, other: string): number {
  const rows: number[][] = [];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity;
  for (let row = 0; row <= one.length; row++) {
    const line: number[] = [];
    rows.push(line);
    for (let column = 0; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1] ? 0 : 1;
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const steps = [
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + same,
      ];
      if (swapped && row > 1 && column > 1) steps.push(at(row - 2, column - 2) + 1);
      line.push(row === 0 ? column : column === 0 ? row : Math.min(...steps));
    }
  }
  return at(one.length, other.length);
}
