import { apiRoutes } from "@/generated/api-routes";
import { type Operation, operationsOf } from "@/lib/core/http/operation";

/** Every operation of the JSON planes, as its route file declares it. */
export const operations: readonly Operation[] = operationsOf(apiRoutes);

/** Whether an operation's body may have more fields than are described: only AuthZEN's, whose standard
 *  requires it (§10.1.1). */
export const takesMore = ({ path }: Operation): boolean => path.startsWith("/access/v1/");
