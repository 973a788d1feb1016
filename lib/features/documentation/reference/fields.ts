import { nameOf, type Parameter, type Schema } from "@/lib/core/http/published-description";
import { type Html, html, inline, joined } from "@/lib/features/documentation/reference/html";
import {
  boundWords,
  objectLink,
  typeWords,
} from "@/lib/features/documentation/reference/schema-words";

type Schemas = Record<string, Schema>;

/** Lists the fields of an object, each with its type, bounds and description. Describes any other schema in
 *  words. */
export function fieldList(schema: Schema): Html {
  const entries = Object.entries(schema.properties ?? {});
  if (entries.length === 0) return html`<p>${typeWords(schema)}</p>`;
  const required = new Set(schema.required);
  return html`<dl>${entries.map(([name, of]) => field(name, of, required.has(name)))}</dl>`;
}

/** Lists parameters of a path, query or header as fields. */
export function parameterList(parameters: readonly Parameter[]): Html {
  const fields = parameters.map(({ name, required, description, schema = {} }) =>
    field(name, { ...schema, ...(description ? { description } : {}) }, required === true),
  );
  return html`<dl>${fields}</dl>`;
}

function field(name: string, schema: Schema, isRequired: boolean): Html {
  const words = [typeWords(schema), ...boundWords(schema)];
  return html`<dt><code>${name}</code> <span>${joined(words, ", ")}</span>${isRequired && html` <em>required</em>`}</dt>
<dd>${schema.description && inline(schema.description)}${nested(schema)}</dd>`;
}

/** Fields of an inline object, which has no schema name of its own. */
function nested(schema: Schema): Html | false {
  const inner = [schema, schema.items, ...(schema.anyOf ?? [])].find((one) => one?.properties);
  return inner !== undefined && fieldList(inner);
}

/** Section of a named schema: its fields, documented once per page. */
export function objectSection(name: string, schema: Schema): Html {
  return html`<section class="object" id="object-${name}">
<h3><a href="#object-${name}">${name}</a></h3>
${schema.description && html`<p>${inline(schema.description)}</p>`}${fieldList(schema)}
</section>`;
}

/** Names of all schemas that these lead to, in reading order. */
export function namesWithin(schemas: Schemas, roots: readonly Schema[]): string[] {
  const found = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key !== "$ref" || typeof inner !== "string") look(inner);
      else if (!found.has(nameOf(inner))) {
        found.add(nameOf(inner));
        look(schemas[nameOf(inner)]);
      }
    }
  };
  look(roots);
  return [...found];
}

/** Describes a body's schema: its fields if it is an object, otherwise links to the schemas that it may
 *  be. */
export function bodyFields(schema: Schema, schemas: Schemas): Html {
  const named = schema.$ref ? schemas[nameOf(schema.$ref)] : schema;
  if (named?.properties)
    return html`${named.description && html`<p>${inline(named.description)}</p>`}${fieldList(named)}`;
  return html`<p>${schema.$ref ? objectLink(nameOf(schema.$ref)) : typeWords(schema)}</p>`;
}

/** Schemas that a body leads to, without the object whose fields are shown in its place. */
export function bodyRoots(schema: Schema, schemas: Schemas): Schema[] {
  const named = schema.$ref ? schemas[nameOf(schema.$ref)] : schema;
  return named?.properties ? Object.values(named.properties) : [schema];
}
