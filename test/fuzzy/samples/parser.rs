//! A small parser for configuration lines such as `name = "value"`.

use std::collections::HashMap;
use std::fmt;

#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Text(String),
    Number(i64),
    Flag(bool),
    List(Vec<Value>),
}

#[derive(Debug)]
pub struct ParseError {
    pub line: usize,
    pub column: usize,
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}: {}", self.line, self.column, self.message)
    }
}

pub struct Parser<'a> {
    input: &'a str,
    position: usize,
    line: usize,
}

impl<'a> Parser<'a> {
    pub fn new(input: &'a str) -> Self {
        Parser { input, position: 0, line: 1 }
    }

    pub fn parse(&mut self) -> Result<HashMap<String, Value>, ParseError> {
        let mut entries = HashMap::new();
        while let Some(line) = self.next_line() {
            let trimmed = line.trim();
            if trimmed.is_empty() || trimmed.starts_with('#') {
                continue;
            }
            let (name, rest) = trimmed
                .split_once('=')
                .ok_or_else(|| self.error(1, "expected `=`"))?;
            let value = self.parse_value(rest.trim())?;
            entries.insert(name.trim().to_string(), value);
        }
        Ok(entries)
    }

    fn next_line(&mut self) -> Option<&'a str> {
        if self.position >= self.input.len() {
            return None;
        }
        let rest = &self.input[self.position..];
        let length = rest.find('\n').unwrap_or(rest.len());
        self.position += length + 1;
        self.line += 1;
        Some(&rest[..length])
    }

    fn parse_value(&self, text: &str) -> Result<Value, ParseError> {
        if let Some(inner) = text.strip_prefix('"') {
            // The closing quote is required: an open string is nearly always a forgotten one.
            let inner = inner
                .strip_suffix('"')
                .ok_or_else(|| self.error(text.len(), "string is not closed"))?;
            return Ok(Value::Text(inner.to_string()));
        }
        match text {
            "true" => return Ok(Value::Flag(true)),
            "false" => return Ok(Value::Flag(false)),
            _ => {}
        }
        if text.starts_with('[') && text.ends_with(']') {
            let mut list = Vec::new();
            for part in text[1..text.len() - 1].split(',') {
                list.push(self.parse_value(part.trim())?);
            }
            return Ok(Value::List(list));
        }
        text.parse::<i64>()
            .map(Value::Number)
            .map_err(|_| self.error(1, "not a value"))
    }

    fn error(&self, column: usize, message: &str) -> ParseError {
        ParseError {
            line: self.line,
            column,
            message: message.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_numbers() {
        let entries = Parser::new("size = 12").parse().unwrap();
        assert_eq!(entries["size"], Value::Number(12));
    }

    #[test]
    fn parses_flags() {
        let entries = Parser::new("open = true").parse().unwrap();
        assert_eq!(entries["open"], Value::Flag(true));
    }
}
