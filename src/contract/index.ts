export { operations, OPERATION_IDS } from "./operations.js";
export type { Answer, Body, OperationId, Query, WireAnswer } from "./operations.js";
export type { Operation } from "./operation.js";
export { decodeAnswer, encodeAnswer } from "./codec.js";
export { DecodeError, EncodeError } from "./errors.js";
export { SERVICE_ERRORS, SERVICE_ERROR_CODES } from "./service-errors.js";
export type { ServiceError, ServiceErrorCode } from "./service-errors.js";
export { errorText, recogniseError } from "./recognise.js";
export { withLowerCaseChain } from "./operations/price.js";
