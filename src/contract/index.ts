export {
  operations,
  OPERATION_IDS,
  type Answer,
  type Body,
  type OperationId,
  type Query,
  type WireAnswer,
} from "./operations.js";
export type { Operation } from "./operation.js";
export { decodeAnswer, encodeAnswer } from "./codec.js";
export { DecodeError, EncodeError } from "./errors.js";
export { SERVICE_ERRORS, SERVICE_ERROR_CODES, type ServiceErrorCode } from "./service-errors.js";
export { errorText, recogniseError } from "./recognise.js";
export { asWritten } from "./written.js";
export { parseRules, type RuleTexts } from "./rules/parse.js";
export { PRINTED_FORMULA } from "./rules/slippage-formula.js";
export { printRules, type RuleSettings } from "./rules/print.js";
export { openApiDocument } from "./documents/openapi.js";
export type { OpenApiDocument } from "./documents/openapi-types.js";
export { serviceReference } from "./documents/reference.js";
export { DIALECT_PROBES, recogniseDialect, type Probe } from "./dialect.js";
