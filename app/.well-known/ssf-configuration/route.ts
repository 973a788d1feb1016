import { publicDocument } from "@/lib/core/http/public-document";
import { resource } from "@/lib/core/http/resource";
import {
  TransmitterConfiguration,
  transmitterConfigurationExample,
} from "@/lib/features/shared-signals/contract/event-stream";
import { transmitterConfiguration } from "@/lib/features/shared-signals/contract/transmitter-configuration";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: publicDocument({
    id: "readTransmitterConfiguration",
    tag: "Shared Signals",
    summary: "Read the configuration of the transmitter",
    description:
      "What receivers of security events configure themselves by. The same for every tenant.",
    schema: TransmitterConfiguration,
    example: transmitterConfigurationExample,
    maxAgeSeconds: 300,
    read: transmitterConfiguration,
  }),
});
