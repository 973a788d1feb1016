import { apiRoutes } from "@/generated/api-routes";
import { type Operation, operationsOf } from "@/lib/http/operation";

/** Every operation of the JSON planes, as its route file declares it. */
export const operations: readonly Operation[] = operationsOf(apiRoutes);
