import type { TenantScope } from "@/lib/caller";
import { streamList } from "@/lib/stream-list";

/** The answer of a list that is complete and may be long: `{"<name>":[…]}`, streamed in constant memory.
 *  @throws ServiceError `service_overloaded` */
export async function listResponse(
  scope: TenantScope,
  list: { name: string; select: string },
  { signal }: Request,
): Promise<Response> {
  const body = await streamList(scope, list, signal);
  return new Response(body, { headers: { "content-type": "application/json" } });
}
