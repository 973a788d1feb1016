import { z } from "zod";

/** The client with which a command line signs operators in. */
export const CommandLineResource = z
  .object({
    client_id: z.string().meta({
      description: "The public client of the device flow (`POST /oauth/device`).",
    }),
    scope: z.string().meta({ description: "What to ask for." }),
  })
  .meta({ id: "CommandLine" });

export const commandLineResponse = (clientId: string): z.infer<typeof CommandLineResource> => ({
  client_id: clientId,
  scope: "openid email",
});

export const commandLineExample = {
  client_id: "aoc_2b8kq5tZ0yJw",
  scope: "openid email",
};
