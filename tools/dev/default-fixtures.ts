import type { z } from "zod";
import type { fixturesSchema } from "./fixtures";

/** Fixtures of a service that starts without a file: a product with its app, two users in an organization,
 *  and the ways to sign in. */
export const defaultFixtures: z.input<typeof fixturesSchema> = {
  tenants: [
    {
      key: "acme",
      name: "Acme",
      apps: [{ key: "portal", name: "Acme Portal" }],
      organization_types: [{ key: "customer", name: "Customer" }],
      packages: [{ key: "starter", name: "Starter", entitlements: ["reports"], apps: ["portal"] }],
      roles: [
        {
          key: "admin",
          name: "Admin",
          permissions: ["portal:read", "portal:write"],
          apps: ["portal"],
        },
        { key: "member", name: "Member", permissions: ["portal:read"], apps: ["portal"] },
      ],
      organizations: [
        {
          slug: "first-customer",
          name: "First Customer",
          organization_type: "customer",
          package: "starter",
        },
      ],
      users: [
        {
          email: "ada@acme.test",
          password: "wren-harbour-lantern",
          display_name: "Ada Lovelace",
          memberships: [{ organization: "first-customer", role: "admin" }],
        },
        {
          email: "grace@acme.test",
          password: "otter-meadow-violin",
          display_name: "Grace Hopper",
          memberships: [{ organization: "first-customer", role: "member" }],
        },
      ],
      credentials: [{ key: "backend" }],
      oidc_clients: [
        {
          key: "web",
          redirect_uris: ["http://localhost:4000/callback"],
          post_logout_redirect_uris: ["http://localhost:4000/"],
        },
      ],
    },
  ],
};
