import { codeFields, codesOf } from "@/lib/core/http/published-codes";
import type { Description, PlacedOperation } from "@/lib/core/http/published-description";
import { groupsOf } from "@/lib/features/documentation/reference/groups";

/** An operation that can be refused with a code. */
export interface Refused {
  /** Address of the operation in the reference. */
  address: string;
  group: string;
  operation: PlacedOperation;
  status: string;
}

/** Operations that can return each error code, in the order of the reference. */
export function refusedWith(description: Description): ReadonlyMap<string, readonly Refused[]> {
  const found = new Map<string, Refused[]>();
  for (const { slug, name, operations } of groupsOf(description))
    for (const operation of operations)
      for (const [status, answer] of Object.entries(operation.responses)) {
        // A successful response may have codes of its own, such as why a line of an import was rejected.
        // They are no refusals.
        if (status < "400") continue;
        const { schemas } = description.components;
        for (const code of new Set(
          codeFields.flatMap((name) => [...codesOf(answer, schemas, name)]),
        )) {
          const address = `/docs/reference/${slug}#${operation.operationId}`;
          const all = found.get(code) ?? [];
          found.set(code, [...all, { address, group: name, operation, status }]);
        }
      }
  return found;
}
