import { readTrustedDevices } from "@/lib/account-security/read-account-security";
import { TrustedDeviceResource, trustedDeviceResponse } from "@/lib/contract/account-security";
import { accountSecurityExamples } from "@/lib/contract/account-security-examples";
import { missing } from "@/lib/errors";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { ids } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";

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
