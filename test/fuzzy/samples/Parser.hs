module Parser
  ( Parser (..)
  , char
  , many1
  , number
  , expression
  ) where

import Control.Applicative
import Data.Char (isDigit, isSpace)

-- | A parser of a text that may fail.
newtype Parser a = Parser { runParser :: String -> Maybe (a, String) }

instance Functor Parser where
  fmap f (Parser run) = Parser $ \input -> do
    (value, rest) <- run input
    pure (f value, rest)

instance Applicative Parser where
  pure value = Parser $ \input -> Just (value, input)
  Parser runF <*> Parser run = Parser $ \input -> do
    (f, rest) <- runF input
    (value, end) <- run rest
    pure (f value, end)

instance Alternative Parser where
  empty = Parser (const Nothing)
  Parser one <|> Parser other = Parser $ \input ->
    case one input of
      Nothing -> other input
      found -> found

satisfy :: (Char -> Bool) -> Parser Char
satisfy accepts = Parser $ \input -> case input of
  (first : rest) | accepts first -> Just (first, rest)
  _ -> Nothing

char :: Char -> Parser Char
char expected = satisfy (== expected)

many1 :: Parser a -> Parser [a]
many1 parser = (:) <$> parser <*> many parser

spaces :: Parser ()
spaces = () <$ many (satisfy isSpace) -- skips nothing too

number :: Parser Int
number = read <$> many1 (satisfy isDigit) <* spaces

expression :: Parser Int
expression = do
  first <- term
  rest <- many ((,) <$> operator <*> term)
  pure (foldl apply first rest)
  where
    operator = (char '+' <|> char '-') <* spaces
    apply total ('+', value) = total + value
    apply total (_, value) = total - value

term :: Parser Int
term = number <|> (char '(' *> spaces *> expression <* char ')' <* spaces)
