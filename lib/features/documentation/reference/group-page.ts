import { type Description, mediaOf } from "@/lib/core/http/published-description";
import {
  bodyRoots,
  namesWithin,
  objectSection,
} from "@/lib/features/documentation/reference/fields";
import type { Group } from "@/lib/features/documentation/reference/groups";
import { type Html, html, prose } from "@/lib/features/documentation/reference/html";
import {
  operationSection,
  successesOf,
} from "@/lib/features/documentation/reference/operation-section";

/** Page of one group: its operations, and every object that they refer to. */
export function groupPage(description: Description, group: Group): Html {
  const { schemas } = description.components;
  const names = objectsOf(description, group);
  const objects = names.flatMap((name) => {
    const schema = schemas[name];
    return schema ? [objectSection(name, schema)] : [];
  });
  return html`<h1>${group.name}</h1>${prose(group.description)}
${group.operations.map((operation) => operationSection(operation, description))}
${objects.length > 0 && html`<section id="objects"><h2>Objects</h2>${objects}</section>`}`;
}

/** Names of the schemas that the requests and responses of a group lead to. Problems are documented once,
 *  on the first page. */
function objectsOf({ components: { schemas } }: Description, { operations }: Group): string[] {
  const roots = operations.flatMap((operation) => {
    const sent = mediaOf(operation.requestBody?.content)?.media.schema;
    const answered = successesOf(operation).flatMap(
      ([, { content }]) => mediaOf(content)?.media.schema ?? [],
    );
    const parameterSchemas = (operation.parameters ?? []).flatMap(({ schema }) => schema ?? []);
    return [...(sent ? bodyRoots(sent, schemas) : []), ...answered, ...parameterSchemas];
  });
  return namesWithin(schemas, roots);
}
