import { deviceInWords } from "./device-in-words";
import { AFTER_NOTICE, type Change, SAMPLE, type Template } from "./template";
import type { Voice } from "./voice";

interface Device {
  /** The user's name for the device. */
  deviceName: string | null;
  browser?: string | null;
  system?: string | null;
  /** The system; set in messages that were queued by an earlier version. */
  platform?: string | null;
}

/** Notifies a user that a device was trusted: its name, address and time (spec, Events 4). */
export const trustedDeviceAdded: Template<Change & Device & { ipAddress: string | null }> = {
  urgency: "notice",
  afterFailure: AFTER_NOTICE,
  samples: {
    "trusted-device-added": {
      deviceName: "Ada’s laptop",
      browser: "Firefox",
      system: "Linux",
      ipAddress: "203.0.113.7",
      at: SAMPLE.at,
      accountSecurityUrl: SAMPLE.accountSecurityUrl,
    },
  },
  letter: ({ ipAddress, at, accountSecurityUrl, ...device }, { name }, voice) => {
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
  },
};

/** Describes the device's system; beside a name from the user, its browser too. */
function platformOf(device: Device, voice: Voice) {
  const { deviceName, browser, system, platform } = device;
  if (deviceName && (browser || system)) return deviceInWords(device, voice);
  return system || platform || voice.t("common.unknown");
}
