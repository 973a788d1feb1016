import { codesOf } from "@/lib/core/http/published-codes";
import {
  type Answer,
  type Description,
  mediaOf,
  type PlacedOperation,
} from "@/lib/core/http/published-description";
import { curlOf } from "@/lib/features/documentation/reference/curl";
import { bodyFields, parameterList } from "@/lib/features/documentation/reference/fields";
import {
  type Html,
  html,
  inline,
  joined,
  prose,
} from "@/lib/features/documentation/reference/html";
import { typeWords } from "@/lib/features/documentation/reference/schema-words";

/** Section of an operation: parameters, body and responses in words on one side, an example request and
 *  response on the other. */
export function operationSection(operation: PlacedOperation, description: Description): Html {
  const { operationId: id, method, path, summary } = operation;
  return html`<section class="operation" id="${id}">
<h2><a href="#${id}">${summary}</a></h2>
<p class="path"><b class="${method.toLowerCase()}">${method}</b> <code>${path}</code></p>
<div class="sides"><div>
${prose(operation.description)}${caller(operation)}
${parameters(operation)}${body(operation, description)}${answers(operation)}${refusals(operation, description)}
</div><div class="examples">${examples(operation, description)}</div></div>
</section>`;
}

function caller({ security = [] }: PlacedOperation): Html {
  const ways = security.map((schemes) => {
    const links = Object.keys(schemes).map(
      (name) => html`<a href="/docs/reference#proof-${name}">${spaced(name)}</a>`,
    );
    return links.length > 0 ? joined(links, " and ") : html`the client's id in the form`;
  });
  return html`<p>Proof: ${ways.length > 0 ? joined(ways, ", or ") : "none"}.</p>`;
}

/** Splits a camel-case name into words: `machineToken` becomes "machine token". */
export function spaced(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function parameters({ parameters: all = [] }: PlacedOperation): Html[] {
  const places = [
    ["path", "Path"],
    ["query", "Query"],
    ["header", "Headers"],
  ] as const;
  return places.flatMap(([where, title]) => {
    const here = all.filter((parameter) => parameter.in === where);
    return here.length > 0 ? [html`<h3>${title}</h3>${parameterList(here)}`] : [];
  });
}

function body({ requestBody }: PlacedOperation, { components }: Description): Html | false {
  const sent = mediaOf(requestBody?.content);
  if (!sent?.media.schema) return false;
  const kind = sent.type === "application/json" ? "" : html` <small>${sent.type}</small>`;
  return html`<h3>Body${kind}</h3>${bodyFields(sent.media.schema, components.schemas)}`;
}

const isSuccess = ([status]: [string, unknown]) => Number(status) < 400;

/** Successful responses of an operation, by status. */
export function successesOf({ responses }: PlacedOperation): [string, Answer][] {
  return Object.entries(responses).filter(isSuccess);
}

function answers(operation: PlacedOperation): Html {
  const lines = successesOf(operation).map(([status, { description, content }]) => {
    const schema = mediaOf(content)?.media.schema;
    const what = schema && schema.type !== "string" ? html`: ${typeWords(schema)}` : "";
    return html`<li><b>${status}</b> ${inline(what ? description.replace(/\.$/, "") : description)}${what}</li>`;
  });
  return html`<h3>Answers</h3><ul>${lines}</ul>`;
}

/** Lists every status of a refusal, with the error codes that it carries. */
function refusals({ responses }: PlacedOperation, { components }: Description): Html | false {
  const all = Object.entries(responses).filter((entry) => !isSuccess(entry));
  if (all.length === 0) return false;
  const lines = all.map(
    ([status, answer]) =>
      html`<li><b>${status}</b> ${refusalWords(answer, components.schemas)}</li>`,
  );
  return html`<h3>Errors</h3><ul class="errors">${lines}</ul>`;
}

/** Describes a refusal: "Unauthorized: tenant_disabled, or no code" with its codes as links to their pages;
 *  or the description of the refusal, followed by its codes. */
function refusalWords(answer: Answer, schemas: Description["components"]["schemas"]): Html {
  const [title = "", codes = ""] = answer.description.split(": ");
  if (/^[a-z0-9_, ]+$/.test(codes)) return html`${title}: ${linked(codes.split(", "))}`;
  const others = (["error", "error_code"] as const).flatMap((field) => [
    ...codesOf(answer, schemas, field),
  ]);
  const words = inline(answer.description);
  return others.length > 0 ? html`${words} ${linked(others)}` : words;
}

function linked(codes: readonly string[]): Html {
  const links = codes.map((code) =>
    code.includes(" ")
      ? html`${code}`
      : html`<a href="/docs/errors/${code}"><code>${code}</code></a>`,
  );
  return joined(links, ", ");
}

function examples(operation: PlacedOperation, { servers }: Description): Html {
  const answered = successesOf(operation).flatMap(([status, { content }]) => {
    const example = mediaOf(content)?.media.example;
    return example === undefined ? [] : [{ status, text: JSON.stringify(example, null, 2) }];
  });
  return html`<h3>Request</h3><pre>${curlOf(operation, servers[0]?.url ?? "")}</pre>
${answered.map(({ status, text }) => html`<h3>Answer <small>${status}</small></h3><pre>${text}</pre>`)}`;
}
