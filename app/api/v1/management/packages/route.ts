import { NewPackageBody, packageResponse } from "@/lib/contract/package";
import { inTenant } from "@/lib/db";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { createPackage } from "@/lib/packages/create-package";
import { listPackages } from "@/lib/packages/package-store";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: managementRoute("packages:read", async ({ caller }) => {
    const packages = await inTenant(caller, listPackages);
    return Response.json({ packages: packages.map(packageResponse) });
  }),
  POST: managementRoute("packages:write", async ({ caller, read }) => {
    const made = await createPackage(caller, await read(NewPackageBody));
    return Response.json(packageResponse(made), { status: 201 });
  }),
});
