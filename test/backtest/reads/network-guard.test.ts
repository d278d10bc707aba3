import { Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { guardNetwork } from "../../../src/backtest/reads/network-guard.js";

test("a replacement of the guarded function stays: the next guard covers it, and connections work", () => {
  const { connect } = Socket.prototype;
  onTestFinished(() => void (Socket.prototype.connect = connect));
  let connected = 0;
  Socket.prototype.connect = function (this: Socket) {
    connected++;
    return this;
  };
  const first = guardNetwork(() => []);
  const below = Socket.prototype.connect;
  Socket.prototype.connect = function (this: Socket, path: string) {
    return below.call(this, path);
  } as typeof connect;
  first.release();
  let reading: string[] = [];
  const second = guardNetwork(() => reading);
  new Socket().connect("nowhere");
  expect(connected).toBe(1);
  reading = ["sma"];
  expect(() => new Socket().connect("nowhere")).toThrow("sma opened a network connection");
  second.release();
  reading = [];
  new Socket().connect("nowhere");
  expect(connected).toBe(2);
});
