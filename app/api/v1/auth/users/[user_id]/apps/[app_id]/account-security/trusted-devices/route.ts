import { readTrustedDevices } from "@/lib/core/account-security/read-account-security";
import { TrustedDeviceList, trustedDevicesResponse } from "@/lib/core/contract/account-security";
import { accountSecurityExamples } from "@/lib/core/contract/account-security-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "listTrustedDevices",
    tag: "Account security",
    summary: "List a user's trusted devices",
    description: "Devices whose trust has ended are left out.",
    caller: "machine",
    scope: "account-security:read",
    params: ids("user_id", "app_id"),
    answers: { ok: answer(TrustedDeviceList, accountSecurityExamples.devices, "The full set.") },
    handle: async ({ caller, params, ok }) =>
      ok(trustedDevicesResponse(await readTrustedDevices(caller, params))),
  }),
});
