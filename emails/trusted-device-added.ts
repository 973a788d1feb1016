import { deviceInWords } from "./device-in-words";
import type { Brand, TrustedDeviceAdded } from "./email";
import type { Letter } from "./letter";
import type { Voice } from "./voice";

/** Notifies a user that a device was trusted: its name, address and time (spec, Events 4). */
export function trustedDeviceAdded(
  { ipAddress, at, accountSecurityUrl, ...device }: TrustedDeviceAdded,
  { name }: Brand,
  voice: Voice,
): Letter {
  const { t, moment } = voice;
  const unknown = t("common.unknown");
  return {
    subject: t("trusted_device_added.subject", { name }),
    title: t("trusted_device_added.title"),
    blocks: [
      { kind: "text", text: t("trusted_device_added.body", { name }) },
      {
        kind: "facts",
        rows: [
          { label: t("common.device"), value: device.deviceName || deviceInWords(device, voice) },
          { label: t("common.platform"), value: platformOf(device, voice) },
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

/** Describes the device's system; beside a name from the user, its browser too. */
function platformOf(
  device: Omit<TrustedDeviceAdded, "ipAddress" | "at" | "accountSecurityUrl">,
  voice: Voice,
) {
  const { deviceName, browser, system, platform } = device;
  if (deviceName && (browser || system)) return deviceInWords(device, voice);
  return system || platform || voice.t("common.unknown");
}
