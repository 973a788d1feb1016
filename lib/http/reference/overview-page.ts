import {
  type Answer,
  type Description,
  type Group,
  groupsOf,
  type Schema,
} from "@/lib/http/reference/description";
import { fieldList, namesWithin, objectSection } from "@/lib/http/reference/fields";
import { type Html, html, inline, joined, prose } from "@/lib/http/reference/html";
import { spaced } from "@/lib/http/reference/operation-section";
import { referencePage } from "@/lib/http/reference/reference-page";

/** The first page: what holds everywhere, how callers prove who they are, every error, and every operation by name. */
export function overviewPage(description: Description): string {
  const { info, components } = description;
  const problem = components.schemas.Problem;
  const content = html`<h1>${info.title} API</h1>${prose(info.description)}
<section id="operations"><h2><a href="#operations">Operations</a></h2>${groupsOf(description).map(operationsOf)}</section>
<section id="proof"><h2><a href="#proof">How callers prove who they are</a></h2><dl>${proofs(description)}</dl></section>
<section id="errors"><h2><a href="#errors">Errors</a></h2>
<p>An error of the JSON planes is a problem document; the OAuth endpoints carry the same code in <code>error_code</code>.</p>
${problem && fieldList(problem)}${problem && objectsWithin(components.schemas, problem)}
<h3>Codes</h3><dl>${codesOf(description)}</dl></section>`;
  return referencePage(description, { title: "Overview", current: null, content });
}

/** What a schema leads to by name, each with its fields. */
function objectsWithin(schemas: Record<string, Schema>, root: Schema): Html[] {
  return namesWithin(schemas, [root]).flatMap((name) => {
    const schema = schemas[name];
    return schema ? [objectSection(name, schema)] : [];
  });
}

function operationsOf({ name, slug, description, operations }: Group): Html {
  return html`<h3><a href="/docs/${slug}">${name}</a></h3><p>${inline(description)}</p>
<ul class="operations">${operations.map(
    ({ operationId, method, path, summary }) =>
      html`<li><a href="/docs/${slug}#${operationId}">${summary}</a> <span><b class="${method.toLowerCase()}">${method}</b> <code>${path}</code></span></li>`,
  )}</ul>`;
}

function proofs({ components }: Description): Html[] {
  return Object.entries(components.securitySchemes).map(
    ([name, { description }]) =>
      html`<dt id="proof-${name}">${spaced(name)}</dt><dd>${description && inline(description)}</dd>`,
  );
}

/** Every code that any operation can be refused with, its statuses, and who meets it. */
function codesOf(description: Description): Html[] {
  const found = new Map<string, { titles: Set<string>; groups: Map<string, Group> }>();
  for (const group of groupsOf(description))
    for (const { responses } of group.operations)
      for (const [status, answer] of Object.entries(responses))
        for (const [code, title] of codesIn(answer)) {
          const entry = found.get(code) ?? { titles: new Set(), groups: new Map() };
          entry.titles.add(`${status} ${title}`);
          entry.groups.set(group.slug, group);
          found.set(code, entry);
        }
  return [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, { titles, groups }]) => {
      const where = [...groups.values()].map(
        ({ slug, name }) => html`<a href="/docs/${slug}">${name}</a>`,
      );
      const everywhere = where.length > 6 ? html`Most groups` : joined(where, ", ");
      return html`<dt id="error-${code}"><code>${code}</code> <span>${[...titles].join(", ")}</span></dt><dd>${everywhere}</dd>`;
    });
}

/** Where problem documents and OAuth errors carry their code. */
const codeFields = ["code", "error_code"];

/** The codes that the examples of a refusal carry, each with its title. */
function codesIn({ content }: Answer): [string, string][] {
  const examples = Object.values(content ?? {}).flatMap((media) => [
    media.example,
    ...Object.values(media.examples ?? {}).map(({ value }) => value),
  ]);
  return examples.flatMap((example): [string, string][] => {
    const fields: Record<string, unknown> = Object(example);
    const code = codeFields.map((name) => fields[name]).find((value) => typeof value === "string");
    return code === undefined ? [] : [[String(code), String(fields.title ?? fields.error)]];
  });
}
