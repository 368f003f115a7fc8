//! The MCP endpoint: tools, their arguments, their answers.
