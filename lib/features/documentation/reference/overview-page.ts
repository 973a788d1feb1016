import type { Description, Schema } from "@/lib/core/http/published-description";
import {
  fieldList,
  namesWithin,
  objectSection,
} from "@/lib/features/documentation/reference/fields";
import { type Group, groupsOf } from "@/lib/features/documentation/reference/groups";
import { type Html, html, inline, prose } from "@/lib/features/documentation/reference/html";
import { spaced } from "@/lib/features/documentation/reference/operation-section";

/** First page of the reference: general rules, how callers authenticate, the form of errors, and every
 *  operation by name. */
export function overviewPage(description: Description): Html {
  const { info, components } = description;
  const problem = components.schemas.Problem;
  return html`<h1>${info.title} API</h1>${prose(info.description)}
<section id="operations"><h2><a href="#operations">Operations</a></h2>${groupsOf(description).map(operationsOf)}</section>
<section id="proof"><h2><a href="#proof">How callers prove who they are</a></h2><dl>${proofs(description)}</dl></section>
<section id="errors"><h2><a href="#errors">Errors</a></h2>
<p>An error of the JSON planes is a problem document; the OAuth endpoints carry the same code in <code>error_code</code>.</p>
${problem && fieldList(problem)}${problem && objectsWithin(components.schemas, problem)}
<p><a href="/docs/errors">Every code</a> has a page that says its cause and what to do.</p></section>`;
}

/** Sections of the named schemas that a schema leads to, each with its fields. */
function objectsWithin(schemas: Record<string, Schema>, root: Schema): Html[] {
  return namesWithin(schemas, [root]).flatMap((name) => {
    const schema = schemas[name];
    return schema ? [objectSection(name, schema)] : [];
  });
}

function operationsOf({ name, slug, description, operations }: Group): Html {
  return html`<h3><a href="/docs/reference/${slug}">${name}</a></h3><p>${inline(description)}</p>
<ul class="operations">${operations.map(
    ({ operationId, method, path, summary }) =>
      html`<li><a href="/docs/reference/${slug}#${operationId}">${summary}</a> <span><b class="${method.toLowerCase()}">${method}</b> <code>${path}</code></span></li>`,
  )}</ul>`;
}

function proofs({ components }: Description): Html[] {
  return Object.entries(components.securitySchemes).map(
    ([name, { description }]) =>
      html`<dt id="proof-${name}">${spaced(name)}</dt><dd>${description && inline(description)}</dd>`,
  );
}
