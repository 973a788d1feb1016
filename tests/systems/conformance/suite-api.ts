import { z } from "zod";
import { SUITE } from "./addresses";

const moduleOfPlan = z.object({
  testModule: z.string(),
  variant: z.record(z.string(), z.string()).nullish(),
});
const madePlan = z.object({ id: z.string(), modules: z.array(moduleOfPlan) });
const state = z.object({ status: z.string(), result: z.string().nullish() });
const visit = z.object({ url: z.string(), method: z.string() });
const running = z.object({
  browser: z.object({ urlsWithMethod: z.array(visit).nullish() }).nullish(),
});
const entry = z.object({
  src: z.string().nullish(),
  result: z.string().nullish(),
  msg: z.string().nullish(),
  upload: z.string().nullish(),
  img: z.string().nullish(),
});

/** A module of a plan, with what the plan fixes for it. */
export type PlanModule = z.infer<typeof moduleOfPlan>;
/** A page that the suite wants a person to open. */
export type Visit = z.infer<typeof visit>;
/** A line of a module's log. */
export type LogEntry = z.infer<typeof entry>;

/** Client of the suite's API. Each call has a deadline of its own. */
export const suiteApi = {
  /** Makes a plan. */
  async plan(planName: string, variant: Record<string, string>, configuration: object) {
    const query = { planName, variant: JSON.stringify(variant) };
    return madePlan.parse(await call("POST", "plan", query, configuration));
  },
  /** Makes a test of a module, which starts by itself. @returns its id */
  async begin(plan: string, { testModule, variant }: PlanModule): Promise<string> {
    const query = { test: testModule, plan, ...(variant && { variant: JSON.stringify(variant) }) };
    return z.object({ id: z.string() }).parse(await call("POST", "runner", query)).id;
  },
  async state(test: string) {
    return state.parse(await call("GET", `info/${test}`));
  },
  /** Returns the pages that a person must open, oldest first. */
  async visits(test: string): Promise<Visit[]> {
    return running.parse(await call("GET", `runner/${test}`)).browser?.urlsWithMethod ?? [];
  },
  async visited(test: string, url: string): Promise<void> {
    await call("POST", `runner/browser/${test}/visit`, { url });
  },
  async log(test: string): Promise<LogEntry[]> {
    return z.array(entry).parse(await call("GET", `log/${test}`));
  },
  /** Returns the places of the screenshots that are still missing. */
  async missingScreenshots(test: string): Promise<string[]> {
    const found = z.array(entry).parse(await call("GET", `log/${test}/images`));
    return found.flatMap(({ upload, img }) => (upload && !img ? [upload] : []));
  },
  async uploadScreenshot(test: string, place: string, jpeg: Buffer): Promise<void> {
    const image = `data:image/jpeg;base64,${jpeg.toString("base64")}`;
    await call("POST", `log/${test}/images/${place}`, {}, image);
  },
  /** Ends a test that waits in vain. */
  async cancel(test: string): Promise<void> {
    await call("DELETE", `runner/${test}`);
  },
  /** Returns all results of a plan, signed by the suite, as a zip. */
  async exported(plan: string): Promise<Buffer> {
    const response = await send("GET", `plan/export/${plan}`, {}, undefined, 120_000);
    return Buffer.from(await response.arrayBuffer());
  },
  /** The version of the suite that made a plan. */
  async version(plan: string): Promise<string> {
    return z.object({ version: z.string() }).parse(await call("GET", `plan/${plan}`)).version;
  },
};

async function call(
  method: string,
  path: string,
  query: Record<string, string> = {},
  body?: object | string,
): Promise<unknown> {
  const text = await (await send(method, path, query, body)).text();
  return text === "" ? {} : JSON.parse(text);
}

async function send(
  method: string,
  path: string,
  query: Record<string, string>,
  body?: object | string,
  patienceMs = 30_000,
): Promise<Response> {
  const url = `${SUITE}/api/${path}?${new URLSearchParams(query)}`;
  const isText = typeof body === "string";
  const response = await fetch(url, {
    method,
    headers: { "content-type": isText ? "text/plain" : "application/json" },
    ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(patienceMs),
  });
  if (response.ok) return response;
  throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
}
