import { resource } from "@/lib/core/http/resource";
import { unknownPath } from "@/lib/core/http/unknown-path";

// Imported late, because no described route needs the list.
const nothing = unknownPath(async () => (await import("@/generated/api-routes")).apiRoutes);

/** Answers everything at and under /api that is no route: the same problem document for every method. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: nothing,
  POST: nothing,
  PUT: nothing,
  PATCH: nothing,
  DELETE: nothing,
});
