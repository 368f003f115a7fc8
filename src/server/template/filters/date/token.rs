//! The words of a date.

use super::{super::super::character::is_space, legacy::Word};

/// What a date is read as, with the points of the text that matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    Number {
        value: i64,
        digits: usize,
    },
    Word {
        word: Word,
        length: usize,
    },
    /// `:` `-` `+` `.` `)`
    Sign(char),
    Space,
    Other,
    End,
}

/// The words of a date, one by one.
pub struct Tokens {
    chars: Vec<char>,
    at: usize,
    pub next: Token,
}

impl Tokens {
    /// The words of `text`.
    pub fn new(text: &str) -> Self {
        let mut tokens = Self { chars: text.chars().collect(), at: 0, next: Token::End };
        tokens.next = tokens.scan();
        tokens
    }

    /// The next token.
    pub fn take(&mut self) -> Token {
        let token = self.next;
        self.next = self.scan();
        token
    }

    /// Skips `sign` if it comes next.
    pub fn skip(&mut self, sign: char) -> bool {
        let found = self.next == Token::Sign(sign);
        if found {
            self.take();
        }
        found
    }

    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn scan(&mut self) -> Token {
        let from = self.at;
        let Some(c) = self.peek() else { return Token::End };
        if c.is_ascii_digit() {
            return self.number(from);
        }
        self.at += 1;
        match c {
            ':' | '-' | '+' | '.' | ')' => Token::Sign(c),
            c if is_space(c) => {
                while self.peek().is_some_and(is_space) {
                    self.at += 1;
                }
                Token::Space
            }
            c if c >= 'A' => {
                while self.peek().is_some_and(|c| c >= 'A' && !is_space(c)) {
                    self.at += 1;
                }
                let length = self.at - from;
                let start: String = self.chars[from..self.at].iter().take(3).map(char::to_ascii_lowercase).collect();
                Token::Word { word: Word::find(&start, length), length }
            }
            '(' => {
                self.skip_parentheses();
                Token::Other
            }
            _ => Token::Other,
        }
    }

    /// Nine digits count, leading zeros apart; further ones are read over.
    fn number(&mut self, from: usize) -> Token {
        let mut value = 0;
        let mut significant = 0;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            if significant < 9 && (significant > 0 || digit > 0) {
                value = value * 10 + i64::from(digit);
            }
            significant += usize::from(significant > 0 || digit > 0);
            self.at += 1;
        }
        Token::Number { value, digits: self.at - from }
    }

    fn skip_parentheses(&mut self) {
        let mut open = 1;
        while let Some(c) = self.peek() {
            match c {
                '(' => open += 1,
                ')' => open -= 1,
                _ => {}
            }
            self.at += 1;
            if open == 0 {
                return;
            }
        }
    }
}
