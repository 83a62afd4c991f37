/* Made by scripts/generate-schema.mjs from policy.schema.json; change that and run the generator again. */
// @ts-nocheck
function codePoints(text) {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
var validateRoot = validate20;
var schema31 = { "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "PolicyFile", "description": "The policy of an HCP pack, policy.json at the pack root (profile P5): which verbs may run, and under which rules.", "type": "object", "additionalProperties": false, "required": ["surface_id", "verbs"], "properties": { "surface_id": { "description": "The id in surface.json.", "type": "string", "minLength": 1, "maxLength": 128, "pattern": "^[a-z0-9][a-z0-9._-]*$", "patternErrorMessage": 'must be lower-case letters, digits, ".", "_" or "-", a letter or digit first' }, "privacy": { "title": "PolicyPrivacy", "description": "Where results may land.", "type": "object", "additionalProperties": false, "properties": { "land": { "description": "brain needs a project. Default device.", "type": "string", "enum": ["device", "tenant", "brain"] } } }, "verbs": { "description": "The entries by verb_key. A verb without one never runs; an empty object allows nothing.", "type": "object", "additionalProperties": { "$ref": "#/$defs/entry" } } }, "$defs": { "entry": { "title": "PolicyFileEntry", "type": "object", "additionalProperties": false, "required": ["access"], "properties": { "access": { "description": "What the verb does.", "type": "string", "enum": ["read", "write"] }, "capability": { "description": "What a principal needs: <surface_id>. and more; a write's must not end .read. Default <surface_id>.<access>.", "type": "string", "minLength": 1, "maxLength": 256, "pattern": "^[!-)+-~]+$", "patternErrorMessage": 'must be printable ASCII without a space or "*"' }, "confirm": { "description": "Whether a call needs confirm or apply in its arguments (true), or the operator's approval. Default true for write, false for read.", "type": ["boolean", "string"], "enum": [true, false, "approval"] }, "binding": { "description": "none: the verb runs without a credential (set-up, connect, status).", "type": "string", "enum": ["none"] }, "secret_args": { "description": "Arguments that are shown and stored as [redacted].", "type": "array", "items": { "type": "string", "minLength": 1 } }, "allow_dash": { "description": `Arguments that may start a token of the program's argv with "-".`, "type": "array", "items": { "type": "string", "minLength": 1 } }, "deny_prefix": { "description": `What no argument may start a token of the program's argv with, such as "@".`, "type": "array", "items": { "type": "string", "minLength": 1 } }, "timeout_ms": { "description": "Milliseconds a call may take, at most what a timer can count. Default 60000.", "type": "integer", "exclusiveMinimum": 0, "maximum": 2147483647 }, "max_output_bytes": { "description": "Bytes each output stream of a call may hold, at most 256 MiB. Default 10485760.", "type": "integer", "exclusiveMinimum": 0, "maximum": 268435456 } } } } };
var schema32 = { "title": "PolicyFileEntry", "type": "object", "additionalProperties": false, "required": ["access"], "properties": { "access": { "description": "What the verb does.", "type": "string", "enum": ["read", "write"] }, "capability": { "description": "What a principal needs: <surface_id>. and more; a write's must not end .read. Default <surface_id>.<access>.", "type": "string", "minLength": 1, "maxLength": 256, "pattern": "^[!-)+-~]+$", "patternErrorMessage": 'must be printable ASCII without a space or "*"' }, "confirm": { "description": "Whether a call needs confirm or apply in its arguments (true), or the operator's approval. Default true for write, false for read.", "type": ["boolean", "string"], "enum": [true, false, "approval"] }, "binding": { "description": "none: the verb runs without a credential (set-up, connect, status).", "type": "string", "enum": ["none"] }, "secret_args": { "description": "Arguments that are shown and stored as [redacted].", "type": "array", "items": { "type": "string", "minLength": 1 } }, "allow_dash": { "description": `Arguments that may start a token of the program's argv with "-".`, "type": "array", "items": { "type": "string", "minLength": 1 } }, "deny_prefix": { "description": `What no argument may start a token of the program's argv with, such as "@".`, "type": "array", "items": { "type": "string", "minLength": 1 } }, "timeout_ms": { "description": "Milliseconds a call may take, at most what a timer can count. Default 60000.", "type": "integer", "exclusiveMinimum": 0, "maximum": 2147483647 }, "max_output_bytes": { "description": "Bytes each output stream of a call may hold, at most 256 MiB. Default 10485760.", "type": "integer", "exclusiveMinimum": 0, "maximum": 268435456 } } };
var func0 = Object.prototype.hasOwnProperty;
var func63 = codePoints;
var pattern4 = new RegExp("^[a-z0-9][a-z0-9._-]*$", "u");
var pattern5 = new RegExp("^[!-)+-~]+$", "u");
function validate20(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate20.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.surface_id === void 0 || !func0.call(data, "surface_id")) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "surface_id" } };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.verbs === void 0 || !func0.call(data, "verbs")) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "verbs" } };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    for (const key0 of Object.keys(data)) {
      if (!(key0 === "surface_id" || key0 === "privacy" || key0 === "verbs")) {
        const err2 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.surface_id !== void 0 && func0.call(data, "surface_id")) {
      let data0 = data.surface_id;
      if (typeof data0 === "string") {
        if (func63(data0) > 128) {
          const err3 = { instancePath: instancePath + "/surface_id", schemaPath: "#/properties/surface_id/maxLength", keyword: "maxLength", params: { limit: 128 } };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (func63(data0) < 1) {
          const err4 = { instancePath: instancePath + "/surface_id", schemaPath: "#/properties/surface_id/minLength", keyword: "minLength", params: { limit: 1 } };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        if (!pattern4.test(data0)) {
          const err5 = { instancePath: instancePath + "/surface_id", schemaPath: "#/properties/surface_id/pattern", keyword: "pattern", params: { pattern: "^[a-z0-9][a-z0-9._-]*$" } };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
      } else {
        const err6 = { instancePath: instancePath + "/surface_id", schemaPath: "#/properties/surface_id/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data.privacy !== void 0 && func0.call(data, "privacy")) {
      let data1 = data.privacy;
      if (data1 && typeof data1 == "object" && !Array.isArray(data1)) {
        for (const key1 of Object.keys(data1)) {
          if (!(key1 === "land")) {
            const err7 = { instancePath: instancePath + "/privacy", schemaPath: "#/properties/privacy/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 } };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
        }
        if (data1.land !== void 0 && func0.call(data1, "land")) {
          let data2 = data1.land;
          if (typeof data2 !== "string") {
            const err8 = { instancePath: instancePath + "/privacy/land", schemaPath: "#/properties/privacy/properties/land/type", keyword: "type", params: { type: "string" } };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
          if (!(data2 === "device" || data2 === "tenant" || data2 === "brain")) {
            const err9 = { instancePath: instancePath + "/privacy/land", schemaPath: "#/properties/privacy/properties/land/enum", keyword: "enum", params: { allowedValues: schema31.properties.privacy.properties.land.enum } };
            if (vErrors === null) {
              vErrors = [err9];
            } else {
              vErrors.push(err9);
            }
            errors++;
          }
        }
      } else {
        const err10 = { instancePath: instancePath + "/privacy", schemaPath: "#/properties/privacy/type", keyword: "type", params: { type: "object" } };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
    }
    if (data.verbs !== void 0 && func0.call(data, "verbs")) {
      let data3 = data.verbs;
      if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
        for (const key2 of Object.keys(data3)) {
          let data4 = data3[key2];
          if (data4 && typeof data4 == "object" && !Array.isArray(data4)) {
            if (data4.access === void 0 || !func0.call(data4, "access")) {
              const err11 = { instancePath: instancePath + "/verbs/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/$defs/entry/required", keyword: "required", params: { missingProperty: "access" } };
              if (vErrors === null) {
                vErrors = [err11];
              } else {
                vErrors.push(err11);
              }
              errors++;
            }
            for (const key3 of Object.keys(data4)) {
              if (!func0.call(schema32.properties, key3)) {
                const err12 = { instancePath: instancePath + "/verbs/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/$defs/entry/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key3 } };
                if (vErrors === null) {
                  vErrors = [err12];
                } else {
                  vErrors.push(err12);
                }
                errors++;
              }
            }
            if (data4.access !== void 0 && func0.call(data4, "access")) {
              let data5 = data4.access;
              if (typeof data5 !== "string") {
                const err13 = { instancePath: instancePath + "/verbs/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/access", schemaPath: "#/$defs/entry/properties/access/type", keyword: "type", params: { type: "string" } };
                if (vErrors === null) {
                  vErrors = [err13];
                } else {
                  vErrors.push(err13);
                }
                errors++;
              }
              if (!(data5 === "read" || data5 === "write")) {
                const err14 = { instancePath: instancePath + "/verbs/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/access", schemaPath: "#/$defs/entry/properties/access/enum", keyword: "enum", params: { allowedValues: schema32.properties.access.enum } };
                if (vErrors === null) {
                  vErrors = [err14];
                } else {
                  vErrors.push(err14);
                }
                errors++;
              }
            }
            if (data4.capability !== void 0 && func0.call(data4, "capability")) {
              let data6 = data4.capability;
              if (typeof data6 === "string") {
                if (func63(data6) > 256) {
                  const err15 = { instancePath: instancePath + "/verbs/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/capability", schemaPath: "#/$defs/entry/properties/capability/maxLength", keyword: "maxLength", params: { limit: 256 } };
                  if (vErrors === null) {
                    vErrors = [err15];
                  } else {
                    vErrors.push(err15);
                  }
                  errors++;
                }
                if (func63(data6) < 1) {
                  const err16 = { instancePath: instancePath + "/verbs/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/capability", schemaPath: "#/$defs/entry/properties/capability/minLength", keyword: "minLength", params: { limit: 1 } };
                  if (vErrors === null) {
                    vErrors = [err16];
                  } else {
                    vErrors.push(err16);
                  }
                  errors++;
                }
                if (!pattern5.test(data6)) {
                  const err17 = { instancePath: instancePath + "/verbs/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/capability", schemaPath: "#/$defs/entry/properties/capability/pattern", keyword: "pattern", params: { pattern: "^[!-)+-~]+$" } };
                  if (vErrors === null) {
                    vErrors = [err17];
                  } else {
                    vErrors.push(err17);
                  }
                  errors++;
                }
              } else {
                const err18 = { instancePath: instancePath + "/verbs/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/capability", schemaPath: "#/$defs/entry/properties/capability/type", keyword: "type", params: { type: "string" } };
                if (vErrors === null) {
                  vErrors = [err18];
                } else {
                  vErrors.push(err18);
                }
                errors++;
              }
            }
            if (data4.confirm !== void 0 && func0.call(data4, "confirm")) {
              let data7 = data4.confirm;
              if (typeof data7 !== "boolean" && typeof data7 !== "string") {
                const err19 = { instancePath: instancePath + "/verbs/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/confirm", schemaPath: "#/$defs/entry/properties/confirm/type", keyword: "type", params: { type: schema32.properties.confirm.type } };
                if (vErrors === null) {
                  vErrors = [err19];
                } else {
                  vErrors.push(err19);
                }
                errors++;
              }
              if (!(data7 === true || data7 === false || data7 === "approval")) {
                const err20 = { instancePath: instancePath + "/verbs/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/confirm", schemaPath: "#/$defs/entry/properties/confirm/enum", keyword: "enum", params: { allowedValues: schema32.properties.confirm.enum } };
                if (vErrors === null) {
                  vErrors = [err20];
                } else {
                  vErrors.push(err20);
                }
                errors++;
              }
            }
            if (data4.binding !== void 0 && func0.call(data4, "binding")) {
              let data8 = data4.binding;
              if (typeof data8 !== "string") {
                const err21 = { instancePath: instancePath + "/verbs/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/binding", schemaPath: "#/$defs/entry/properties/binding/type", keyword: "type", params: { type: "string" } };
                if (vErrors === null) {
                  vErrors = [err21];
                } else {
                  vErrors.push(err21);
                }
                errors++;
              }
              if (!(data8 === "none")) {
                const err22 = { instancePath: instancePath + "/verbs/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/binding", schemaPath: "#/$defs/entry/properties/binding/enum", keyword: "enum", params: { allowedValues: schema32.properties.binding.enum } };
                if (vErrors === null) {
                  vErrors = [err22];
                } else {
                  vErrors.push(err22);
                }
                errors++;
              }
            }
            if (data4.secret_args !== void 0 && func0.call(data4, "secret_args")) {
              let data9 = data4.secret_args;
              if (Array.isArray(data9)) {
                const len0 = data9.length;
                for (let i0 = 0; i0 < len0; i0++) {
                  let data10 = data9[i0];
                  if (typeof data10 === "string") {
                    if (func63(data10) < 1) {
                      const err23 = { instancePath: instancePath + "/verbs/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/secret_args/" + i0, schemaPath: "#/$defs/entry/properties/secret_args/items/minLength", keyword: "minLength", params: { limit: 1 } };
                      if (vErrors === null) {
                        vErrors = [err23];
                      } else {
                        vErrors.push(err23);
                      }
                      errors++;
                    }
                  } else {
                    const err24 = { instancePath: instancePath + "/verbs/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/secret_args/" + i0, schemaPath: "#/$defs/entry/properties/secret_args/items/type", keyword: "type", params: { type: "string" } };
                    if (vErrors === null) {
                      vErrors = [err24];
                    } else {
                      vErrors.push(err24);
                    }
                    errors++;
                  }
                }
              } else {
                const err25 = { instancePath: instancePath + "/verbs/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/secret_args", schemaPath: "#/$defs/entry/properties/secret_args/type", keyword: "type", params: { type: "array" } };
                if (vErrors === null) {
                  vErrors = [err25];
                } else {
                  vErrors.push(err25);
                }
                errors++;
              }
            }
            if (data4.allow_dash !== void 0 && func0.call(data4, "allow_dash")) {
              let data11 = data4.allow_dash;
              if (Array.isArray(data11)) {
                const len1 = data11.length;
                for (let i1 = 0; i1 < len1; i1++) {
                  let data12 = data11[i1];
                  if (typeof data12 === "string") {
                    if (func63(data12) < 1) {
                      const err26 = { instancePath: instancePath + "/verbs/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/allow_dash/" + i1, schemaPath: "#/$defs/entry/properties/allow_dash/items/minLength", keyword: "minLength", params: { limit: 1 } };
                      if (vErrors === null) {
                        vErrors = [err26];
                      } else {
                        vErrors.push(err26);
                      }
                      errors++;
                    }
                  } else {
                    const err27 = { instancePath: instancePath + "/verbs/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/allow_dash/" + i1, schemaPath: "#/$defs/entry/properties/allow_dash/items/type", keyword: "type", params: { type: "string" } };
                    if (vErrors === null) {
                      vErrors = [err27];
                    } else {
                      vErrors.push(err27);
                    }
                    errors++;
                  }
                }
              } else {
                const err28 = { instancePath: instancePath + "/verbs/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/allow_dash", schemaPath: "#/$defs/entry/properties/allow_dash/type", keyword: "type", params: { type: "array" } };
                if (vErrors === null) {
                  vErrors = [err28];
                } else {
                  vErrors.push(err28);
                }
                errors++;
              }
            }
            if (data4.deny_prefix !== void 0 && func0.call(data4, "deny_prefix")) {
              let data13 = data4.deny_prefix;
              if (Array.isArray(data13)) {
                const len2 = data13.length;
                for (let i2 = 0; i2 < len2; i2++) {
                  let data14 = data13[i2];
                  if (typeof data14 === "string") {
                    if (func63(data14) < 1) {
                      const err29 = { instancePath: instancePath + "/verbs/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/deny_prefix/" + i2, schemaPath: "#/$defs/entry/properties/deny_prefix/items/minLength", keyword: "minLength", params: { limit: 1 } };
                      if (vErrors === null) {
                        vErrors = [err29];
                      } else {
                        vErrors.push(err29);
                      }
                      errors++;
                    }
                  } else {
                    const err30 = { instancePath: instancePath + "/verbs/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/deny_prefix/" + i2, schemaPath: "#/$defs/entry/properties/deny_prefix/items/type", keyword: "type", params: { type: "string" } };
                    if (vErrors === null) {
                      vErrors = [err30];
                    } else {
                      vErrors.push(err30);
                    }
                    errors++;
                  }
                }
              } else {
                const err31 = { instancePath: instancePath + "/verbs/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/deny_prefix", schemaPath: "#/$defs/entry/properties/deny_prefix/type", keyword: "type", params: { type: "array" } };
                if (vErrors === null) {
                  vErrors = [err31];
                } else {
                  vErrors.push(err31);
                }
                errors++;
              }
            }
            if (data4.timeout_ms !== void 0 && func0.call(data4, "timeout_ms")) {
              let data15 = data4.timeout_ms;
              if (!(typeof data15 == "number" && (!(data15 % 1) && !isNaN(data15)) && isFinite(data15))) {
                const err32 = { instancePath: instancePath + "/verbs/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/timeout_ms", schemaPath: "#/$defs/entry/properties/timeout_ms/type", keyword: "type", params: { type: "integer" } };
                if (vErrors === null) {
                  vErrors = [err32];
                } else {
                  vErrors.push(err32);
                }
                errors++;
              }
              if (typeof data15 == "number" && isFinite(data15)) {
                if (data15 > 2147483647 || isNaN(data15)) {
                  const err33 = { instancePath: instancePath + "/verbs/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/timeout_ms", schemaPath: "#/$defs/entry/properties/timeout_ms/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2147483647 } };
                  if (vErrors === null) {
                    vErrors = [err33];
                  } else {
                    vErrors.push(err33);
                  }
                  errors++;
                }
                if (data15 <= 0 || isNaN(data15)) {
                  const err34 = { instancePath: instancePath + "/verbs/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/timeout_ms", schemaPath: "#/$defs/entry/properties/timeout_ms/exclusiveMinimum", keyword: "exclusiveMinimum", params: { comparison: ">", limit: 0 } };
                  if (vErrors === null) {
                    vErrors = [err34];
                  } else {
                    vErrors.push(err34);
                  }
                  errors++;
                }
              }
            }
            if (data4.max_output_bytes !== void 0 && func0.call(data4, "max_output_bytes")) {
              let data16 = data4.max_output_bytes;
              if (!(typeof data16 == "number" && (!(data16 % 1) && !isNaN(data16)) && isFinite(data16))) {
                const err35 = { instancePath: instancePath + "/verbs/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/max_output_bytes", schemaPath: "#/$defs/entry/properties/max_output_bytes/type", keyword: "type", params: { type: "integer" } };
                if (vErrors === null) {
                  vErrors = [err35];
                } else {
                  vErrors.push(err35);
                }
                errors++;
              }
              if (typeof data16 == "number" && isFinite(data16)) {
                if (data16 > 268435456 || isNaN(data16)) {
                  const err36 = { instancePath: instancePath + "/verbs/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/max_output_bytes", schemaPath: "#/$defs/entry/properties/max_output_bytes/maximum", keyword: "maximum", params: { comparison: "<=", limit: 268435456 } };
                  if (vErrors === null) {
                    vErrors = [err36];
                  } else {
                    vErrors.push(err36);
                  }
                  errors++;
                }
                if (data16 <= 0 || isNaN(data16)) {
                  const err37 = { instancePath: instancePath + "/verbs/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/max_output_bytes", schemaPath: "#/$defs/entry/properties/max_output_bytes/exclusiveMinimum", keyword: "exclusiveMinimum", params: { comparison: ">", limit: 0 } };
                  if (vErrors === null) {
                    vErrors = [err37];
                  } else {
                    vErrors.push(err37);
                  }
                  errors++;
                }
              }
            }
          } else {
            const err38 = { instancePath: instancePath + "/verbs/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/$defs/entry/type", keyword: "type", params: { type: "object" } };
            if (vErrors === null) {
              vErrors = [err38];
            } else {
              vErrors.push(err38);
            }
            errors++;
          }
        }
      } else {
        const err39 = { instancePath: instancePath + "/verbs", schemaPath: "#/properties/verbs/type", keyword: "type", params: { type: "object" } };
        if (vErrors === null) {
          vErrors = [err39];
        } else {
          vErrors.push(err39);
        }
        errors++;
      }
    }
  } else {
    const err40 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } };
    if (vErrors === null) {
      vErrors = [err40];
    } else {
      vErrors.push(err40);
    }
    errors++;
  }
  validate20.errors = vErrors;
  return errors === 0;
}
validate20.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };

/** Every violation of policy.schema.json in a JSON value; none means that it is valid. Never throws on a JSON value. */
export const validatePolicy: (value: unknown) => readonly {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly propertyName?: string;
}[] = (value) => (validateRoot(value) ? [] : validateRoot.errors);

/** What a violated `pattern` of the folder's schemas means, by the pattern. */
export const policyPatternReasons: Readonly<Record<string, string>> = {
  "^[a-z0-9][a-z0-9._-]*$": "must be lower-case letters, digits, \".\", \"_\" or \"-\", a letter or digit first",
  "^[!-)+-~]+$": "must be printable ASCII without a space or \"*\""
};
