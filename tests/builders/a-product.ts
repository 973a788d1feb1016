import type { AtriumSettings } from "@atrium/client";
import { config } from "@/lib/kernel/config/config";
import { A_PASSWORD, aUser } from "@/tests/builders/a-user";
import { aMember } from "./a-member";
import { aRole } from "./a-role";
import { aTenant, type TestEnvironment } from "./a-tenant";
import { anApp } from "./an-app";

/** Settings of a tenant's product, and a user who may enter its app. */
export interface TestProduct {
  tenant: TestEnvironment;
  settings: Required<
    Pick<AtriumSettings, "baseUrl" | "tenantId" | "tenantSecret" | "clientId" | "clientSecret">
  > & {
    appId: string;
  };
  person: TestPerson;
  /** Another user who may enter the app. */
  newPerson: () => Promise<TestPerson>;
}

interface TestPerson {
  id: string;
  email: string;
  password: string;
  organizationId: string;
}

/** A tenant with an app, and a user whose role opens the app. */
export async function aProduct(): Promise<TestProduct> {
  const tenant = await aTenant();
  const app = await anApp(tenant);
  const role = await aRole(tenant, { appIds: [app.id] });
  const newPerson = async () => {
    const { id, email } = await aUser(tenant, { displayName: "Ada" });
    const { organizationId } = await aMember(tenant, { userId: id, roleId: role.id });
    return { id, email, password: A_PASSWORD, organizationId };
  };
  const { publicId: tenantId, tenantSecret, clientId, clientSecret } = tenant;
  return {
    tenant,
    settings: {
      baseUrl: config().baseUrl,
      tenantId,
      tenantSecret,
      clientId,
      clientSecret,
      appId: app.id,
    },
    person: await newPerson(),
    newPerson,
  };
}
