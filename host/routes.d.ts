declare module "atrium:routes" {
  import type { RouteEntry } from "@/host/route-table";
  /** Every route file, found in the file tree while building (tools/build). */
  export const routes: RouteEntry[];
}
