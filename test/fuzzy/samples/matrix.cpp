#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace geometry {

/// A dense matrix in row-major order.
template <typename Value>
class Matrix {
 public:
  Matrix(std::size_t rows, std::size_t columns)
      : rows_(rows), columns_(columns), values_(rows * columns) {}

  Value& at(std::size_t row, std::size_t column) {
    if (row >= rows_ || column >= columns_) {
      throw std::out_of_range("matrix index");
    }
    return values_[row * columns_ + column];
  }

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t columns() const { return columns_; }

  /// Returns the product of two matrices.
  Matrix multiply(const Matrix& other) const {
    if (columns_ != other.rows_) {
      throw std::invalid_argument("shapes do not fit");
    }
    Matrix result(rows_, other.columns_);
    for (std::size_t row = 0; row < rows_; ++row) {
      for (std::size_t column = 0; column < other.columns_; ++column) {
        Value sum{};
        for (std::size_t inner = 0; inner < columns_; ++inner) {
          sum += values_[row * columns_ + inner] *
                 other.values_[inner * other.columns_ + column];
        }
        result.at(row, column) = sum;
      }
    }
    return result;
  }

  void scale(Value factor) {
    std::transform(values_.begin(), values_.end(), values_.begin(),
                   [factor](Value value) { return value * factor; });
  }

  [[nodiscard]] double norm() const {
    double total = 0.0;
    for (const auto& value : values_) {
      total += static_cast<double>(value) * static_cast<double>(value);
    }
    return std::sqrt(total);  // Euclidean
  }

 private:
  std::size_t rows_;
  std::size_t columns_;
  std::vector<Value> values_;
};

}  // namespace geometry
