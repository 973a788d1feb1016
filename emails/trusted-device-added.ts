import type { Brand, TrustedDeviceAdded } from "./email";
import type { Letter } from "./letter";
import type { Voice } from "./voice";

/** Tells a user that a device was trusted: which, where and when (spec, Events 4). */
export function trustedDeviceAdded(
  { deviceName, platform, ipAddress, at, accountSecurityUrl }: TrustedDeviceAdded,
  { name }: Brand,
  { t, moment }: Voice,
): Letter {
  const unknown = t("common.unknown");
  return {
    subject: t("trusted_device_added.subject", { name }),
    title: t("trusted_device_added.title"),
    blocks: [
      { kind: "text", text: t("trusted_device_added.body", { name }) },
      {
        kind: "facts",
        rows: [
          { label: t("common.device"), value: deviceName ?? unknown },
          { label: t("common.platform"), value: platform ?? unknown },
          { label: t("common.ipAddress"), value: ipAddress ?? unknown, verbatim: !!ipAddress },
          { label: t("common.time"), value: moment(at) },
        ],
      },
      { kind: "text", text: t("trusted_device_added.caution") },
      {
        kind: "action",
        label: t("trusted_device_added.button"),
        href: accountSecurityUrl,
        explanation: t("common.pasteLink"),
      },
    ],
  };
}
