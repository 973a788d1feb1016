import { readTrustedDevices } from "@/lib/core/account-security/read-account-security";
import { TrustedDeviceResource, trustedDeviceResponse } from "@/lib/core/contract/account-security";
import { accountSecurityExamples } from "@/lib/core/contract/account-security-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { missing } from "@/lib/kernel/errors";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readTrustedDevice",
    tag: "Account security",
    summary: "Read one of a user's trusted devices",
    caller: "machine",
    scope: "account-security:read",
    params: ids("user_id", "app_id", "id"),
    answers: { ok: answer(TrustedDeviceResource, accountSecurityExamples.device, "The device.") },
    handle: async ({ caller, params, ok }) => {
      const devices = await readTrustedDevices(caller, params);
      const device = devices.find(({ id }) => id === params.id);
      if (!device) throw missing();
      return ok(trustedDeviceResponse(device));
    },
  }),
});
