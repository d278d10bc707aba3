import { describe, expect, test } from "vitest";
import { messageOf, type ContenderError } from "../../src/core/errors.js";
import { NetworkError } from "../../src/gateway/errors.js";
import { gatewayFor, listen, serve } from "./service.js";

describe("a failed TLS connection names in one line what to write", () => {
  test("if the server speaks HTTP", async () => {
    const plain = await serve(() => ({ body: {} }));
    const gateway = gatewayFor(plain.url.replace("http:", "https:"), { retry: { retries: 0 } });
    const failed = await gateway.price("WETH.eth").catch((error: unknown) => error as ContenderError);
    await gateway.close();
    await plain.close();
    expect(failed).toMatchObject({
      code: "NETWORK",
      remedy: expect.stringContaining(`Write ${plain.url} `) as string,
    });
    expect(messageOf(failed)).toMatch(/^getPrice: it does not speak TLS there \(https:\S+\) \(ERR_SSL_[A-Z_]+\)$/);
  });

  test.each([
    ["TLS is spoken, by an alert", "\x15\x03\x01\x00\x02\x02\x46", /speaks TLS there/, /^Write (\S+)\.$/],
    ["somebody hangs up, who may speak TLS", "", /connection broke/, /If it speaks TLS there, write (\S+)\.$/],
  ])("if %s", async (_who, said, message, remedy) => {
    const raw = await listen((socket) => socket.once("data", () => socket.end(said)));
    const gateway = gatewayFor(raw.url, { retry: { retries: 0 } });
    const failed = await gateway.price("WETH.eth").catch((error: unknown) => error as ContenderError);
    await gateway.close();
    raw.close();
    expect(failed).toMatchObject({ code: "NETWORK", message: expect.stringMatching(message) as string });
    const { remedy: told } = failed as ContenderError;
    expect(remedy.exec(told)?.[1]).toBe(raw.url.replace("http:", "https:"));
  });

  test.each(["DEPTH_ZERO_SELF_SIGNED_CERT", "SELF_SIGNED_CERT_IN_CHAIN", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"])(
    "if the certificate's issuer is unknown: %s",
    (code) => {
      const failed = new NetworkError("getPrice", "https://host", Object.assign(new Error("no"), { code }));
      expect(failed.message).toContain("its certificate is of no authority that this machine knows");
      expect(failed.remedy).toContain("NODE_EXTRA_CA_CERTS");
    },
  );
});
