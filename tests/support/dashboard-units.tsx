import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { NextRequest } from "next/server";
import type { ComponentType } from "react";
import { z } from "zod";
import type { FormAction, FormState } from "@/app/dashboard/_parts/form-state";
import type { DeclaredAction } from "@/app/dashboard/_request/declared-action";
import { config } from "@/lib/kernel/config/config";
import { proxy } from "@/proxy";
import { asNext, rendered } from "@/tests/support/as-next";

/** A page, a layout or a route of the dashboard, by its file. */
export const unitFiles = globSync("app/dashboard/**/{page,layout,route}.{ts,tsx}").sort();

/** A server action of the dashboard, with its declaration. */
export interface Action {
  file: string;
  /** `users/actions#deleteUserAction`. */
  name: string;
  run: FormAction;
  declared: DeclaredAction;
}

/** Every server action there is: each export of a file that begins with "use server". */
export async function allActions(): Promise<Action[]> {
  const files = globSync("{app,lib}/**/*.{ts,tsx}").filter((file) => isOfActions(file));
  const found = files.sort().map(async (file) =>
    Object.entries(await loaded(file)).map(([exported, run]) => {
      const name = `${file.replace(/^app\/dashboard\/(\[tenant\]\/\[environment\]\/)?/, "").replace(".ts", "")}#${exported}`;
      const { declared } = run as { declared?: DeclaredAction };
      if (!declared)
        throw new Error(
          `${name} does not say who may call it: make it with administratorAction or its like`,
        );
      return { file, name, run: run as FormAction, declared };
    }),
  );
  return (await Promise.all(found)).flat();
}

function isOfActions(file: string): boolean {
  const [first = "", ...others] = readFileSync(file, "utf8").split("\n");
  if (others.some((line) => /^\s*["']use server["']/.test(line)))
    throw new Error(`${file} has an action in its midst, where nothing finds it`);
  return /^["']use server["']/.test(first);
}

const loaded = (file: string): Promise<Record<string, unknown>> =>
  import(pathToFileURL(join(process.cwd(), file)).href);

/** Returns the address of a file, and the values of its folders in brackets. */
export function addressOf(file: string, valueFor: (name: string, folder: string) => string) {
  const params: Record<string, string | string[]> = {};
  const folders = dirname(file).split("/").slice(1);
  const path = folders.map((folder, index) => {
    const [, rest, name = ""] = /^\[(\.\.\.)?(\w+)\]$/.exec(folder) ?? [];
    if (!name) return folder;
    const value = valueFor(name, folders[index - 1] ?? "");
    params[name] = rest ? [value] : value;
    return value;
  });
  return { path: `/${path.join("/")}`, params };
}

/** Answer for an address. */
export interface Look {
  /** HTML, the status and the text of a response, or its redirect target instead. */
  answer: string;
  /** Text of the page's head, which Next sends with any answer. */
  head: string;
  /** Query parameters that a page reads. */
  queried: Set<string>;
}

/** Requests a page, a layout or a route by GET. */
export async function look(
  file: string,
  { path, params }: ReturnType<typeof addressOf>,
  { cookie = "", query = {} }: { cookie?: string; query?: Record<string, string> } = {},
): Promise<Look> {
  const module = await loaded(file);
  const queried = new Set<string>();
  const noted = new Proxy(query, {
    get: (values, name) => {
      if (typeof name === "string" && name !== "then") queried.add(name);
      return Reflect.get(values, name);
    },
  });
  const props = () => ({ params: Promise.resolve(params), searchParams: Promise.resolve(noted) });
  const dashboardRequest = { path: `${path}?${new URLSearchParams(query)}`, cookie };
  if (basename(file).startsWith("route.")) {
    const get = module.GET as ((...args: unknown[]) => Promise<Response>) | undefined;
    if (!get) return { answer: "no GET", head: "", queried };
    const answer = await asNext(dashboardRequest, async (request) => {
      const response = await get(request, props());
      return `${response.status} ${await response.text()}`;
    });
    return { answer, head: "", queried };
  }
  const Unit = module.default as ComponentType<Record<string, unknown>>;
  const answer = await asNext(dashboardRequest, () =>
    rendered(dashboardRequest.path, <Unit {...props()}>{null}</Unit>),
  );
  const describe = module.generateMetadata as ((props: unknown) => Promise<unknown>) | undefined;
  const head = describe
    ? await asNext(dashboardRequest, async () => JSON.stringify(await describe(props())))
    : "";
  return { answer, head, queried };
}

/** Posts an empty form to the address of a file, as a browser does, through the proxy that is before every
 *  page and route, and to the route itself.
 *  @returns the status of each that answers: the proxy passes other requests on, with a 200 */
export async function postTo(
  file: string,
  path: string,
  headers: Record<string, string>,
): Promise<number[]> {
  const url = new URL(path, config().baseUrl);
  const body = new URLSearchParams({ locale: "de" });
  const request = () =>
    new NextRequest(url, { method: "POST", headers: { host: url.host, ...headers }, body });
  const { POST } = (await loaded(file)) as { POST?: (request: Request) => Promise<Response> };
  const answers = [await proxy(request())];
  if (POST) {
    const answer = await asNext({ path, cookie: headers.cookie ?? "" }, () => POST(request()));
    if (typeof answer !== "string") answers.push(answer);
  }
  return answers.map(({ status }) => status);
}

/** Sends a form to an action.
 *  @returns the form's new state, or the redirect target */
export async function send(
  { run }: Action,
  fields: Record<string, unknown>,
  { path, cookie = "" }: { path: string; cookie?: string },
): Promise<string> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const one of [value].flat()) form.append(name, one as string | Blob);
  // As a form's script does: without a script, the browser is redirected to a page that shows the result.
  const headers = { "next-action": "here" };
  return asNext({ path, cookie, headers }, async () =>
    JSON.stringify(await run({} as FormState, form)),
  );
}

/** The names of a form's fields. */
export const fieldNames = ({ schemaIn }: DeclaredAction): string[] =>
  Object.keys(schemaIn(named).shape);

/** Returns the names of the fields that take an id or several, and no other text. */
export function idFields({ schemaIn }: DeclaredAction): string[] {
  const [id, none] = ["0192f0c1-2b3a-7c4d-8e5f-0123456789ab", "no-id"];
  const takes = (field: z.ZodType, value: unknown) => field.safeParse(value).success;
  return Object.entries(schemaIn(named).shape)
    .filter(([, field]) =>
      [
        [id, none],
        [[id], [none]],
      ].some(([yes, no]) => takes(field, yes) && !takes(field, no)),
    )
    .map(([name]) => name);
}

/** Texts that a field may take, in the order in which they are tried. */
const TEXTS = [
  "production",
  "ada@example.com",
  "https://app.example.com",
  "1",
  "30",
  "",
  "f".repeat(64),
  '{"department":"Sales"}',
];

/** Returns a form that an action's schema accepts: for each required field the first value that it allows. */
export function formOf({ schemaIn }: DeclaredAction, values: Record<string, unknown>) {
  const needed = Object.entries(schemaIn(named).shape)
    .filter(([name, field]) => name in values || !field.safeParse(undefined).success)
    .map(([name, field]) => [name, values[name] ?? valueFor(name, field)]);
  return Object.fromEntries(needed) as Record<string, unknown>;
}

function valueFor(name: string, field: z.ZodType): unknown {
  const choices = choicesOf(z.toJSONSchema(field, { io: "input", unrepresentable: "any" }));
  const file = new File(['{"email":"ada@example.com"}\n'], "users.jsonl");
  const found = [...choices, ...TEXTS, ...choices.map((one) => [one]), [], file].find(
    (value) => field.safeParse(value).success,
  );
  if (found === undefined)
    throw new Error(`No value is known that the field ${name} takes: name one`);
  return found;
}

/** Every `enum` and `const` within a JSON schema. */
function choicesOf(schema: unknown): string[] {
  if (schema === null || typeof schema !== "object") return [];
  const { enum: several = [], const: one, ...rest } = schema as { enum?: string[]; const?: string };
  return [
    ...several,
    ...(one === undefined ? [] : [one]),
    ...Object.values(rest).flatMap(choicesOf),
  ];
}

const named = ((key: string) => key) as Parameters<DeclaredAction["schemaIn"]>[0];

/** Marks each form in a page's HTML with its action, as Next does:
 *  `name="action:users/actions#deleteUserAction"`. */
export function showInForms({ name, run }: Action): void {
  const shown = (action: object) =>
    Object.assign(action, {
      $$FORM_ACTION: () => ({
        name: `action:${name}`,
        method: "POST",
        encType: "multipart/form-data",
        data: null,
      }),
      bind: () => shown(async () => ({})),
    });
  shown(run);
}

/** Returns the names of the actions that the forms of a page send to. */
export const formsIn = (html: string): string[] =>
  [...html.matchAll(/name="action:([^"]+)"/g)].map(([, name = ""]) => name);
