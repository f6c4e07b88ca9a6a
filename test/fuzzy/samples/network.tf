terraform {
  required_version = ">= 1.6"
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.0"
    }
  }
}

variable "region" {
  type        = string
  description = "The region of the network."
  default     = "eu-central-1"
}

variable "zones" {
  type    = list(string)
  default = ["a", "b", "c"]
}

locals {
  name = "example"
  tags = {
    Project = local.name
    Managed = "terraform"
  }
}

resource "aws_vpc" "main" {
  cidr_block           = "10.0.0.0/16"
  enable_dns_support   = true
  enable_dns_hostnames = true # needed by the load balancer

  tags = merge(local.tags, { Name = "${local.name}-vpc" })
}

resource "aws_subnet" "public" {
  for_each = toset(var.zones)

  vpc_id                  = aws_vpc.main.id
  availability_zone       = "${var.region}${each.key}"
  cidr_block              = cidrsubnet(aws_vpc.main.cidr_block, 8, index(var.zones, each.key))
  map_public_ip_on_launch = true

  tags = merge(local.tags, { Name = "${local.name}-public-${each.key}" })
}

resource "aws_internet_gateway" "main" {
  vpc_id = aws_vpc.main.id
  tags   = local.tags
}

output "vpc_id" {
  value       = aws_vpc.main.id
  description = "The id of the network."
}

output "subnet_ids" {
  value = [for subnet in aws_subnet.public : subnet.id]
}
