import { parseArgs } from "node:util";
import { plans } from "./plans";

/** Parsed arguments of `npm test -- systems conformance`. */
export interface ConformanceRequest {
  /** Names of plans, in their order. */
  plans: string[];
  /** The suite's checkout, built. */
  suite: string;
  /** Folder of the suite's exports; null for none. */
  exportTo: string | null;
  /** Whether the results are written as the expected ones. */
  write: boolean;
  /** The modules that are meant; all when empty. */
  modules: string[];
  /** The run of each plan that is meant, from 1; all when null. */
  run: number | null;
}

/** The name of a plan without what most have: `oidcc-basic-certification-test-plan` is `basic`. */
const shortOf = (plan: string) =>
  plan
    .replace(/^(oidcc|openid)-/, "")
    .replace(/(-certification|-final)?-test-plan$/, "")
    .replace(/^backchannel-.*/, "backchannel");

/** Parses the command's arguments.
 *  @throws Error that names the problem, and the valid names */
export function readRequest(
  words: string[],
  env: Record<string, string | undefined>,
): ConformanceRequest {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      suite: { type: "string" },
      export: { type: "string" },
      write: { type: "boolean", default: false },
      module: { type: "string", multiple: true, default: [] },
      run: { type: "string" },
    },
  });
  const known = Object.keys(plans);
  const whole = (name: string) => known.find((plan) => shortOf(plan) === name) ?? name;
  const named = positionals.includes("all") ? known : positionals.map(whole);
  const unknown = named.find((plan) => !known.includes(plan));
  if (unknown || named.length === 0)
    throw new Error(
      `${unknown ? `There is no plan ${unknown}` : "Name a plan"}: all, ${known.join(", ")}`,
    );
  const suite = values.suite ?? env.ATRIUM_CONFORMANCE_SUITE;
  if (!suite)
    throw new Error(
      "Say where the suite's built checkout is: --suite, or ATRIUM_CONFORMANCE_SUITE (docs/CONFORMANCE.md)",
    );
  if (values.write && (values.module.length > 0 || values.run))
    throw new Error("--write takes whole plans: leave --module and --run out");
  const { write, module } = values;
  return {
    plans: named,
    suite,
    exportTo: values.export ?? null,
    write,
    modules: module,
    run: Number(values.run ?? 0) || null,
  };
}
