import { apiRoutes } from "@/generated/api-routes";
import { type Operation, operationsOf } from "@/lib/core/http/operation";
import { isOfJsonPlane } from "@/tools/build/route-files.mjs";

/** Operations that the API description is made of. */
export const described: readonly Operation[] = operationsOf(apiRoutes);

/** Operations of the JSON planes, as their route files declare them. */
export const operations = described.filter(({ path }) => isOfJsonPlane(path));

/** Whether an operation's body may have more fields than are described: only AuthZEN's, whose standard
 *  requires it (§10.1.1). */
export const takesMore = ({ path }: Operation): boolean => path.startsWith("/access/v1/");
