import { readTrustedDevices } from "@/lib/account-security/read-account-security";
import { TrustedDeviceList, trustedDevicesResponse } from "@/lib/contract/account-security";
import { accountSecurityExamples } from "@/lib/contract/account-security-examples";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { ids } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";

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
