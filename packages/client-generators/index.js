export { default as postman } from 'openapi-to-postmanv2';
export { astToString, default as typescript } from 'openapi-typescript';
